import { cssFamilies } from '../fonts/families.ts'
import type { Fonts } from '../fonts/fonts.ts'
import type { GroupedDrawing } from '../scene/draw/display-list.ts'
import { drawScene, type Scene } from '../scene/draw/drawing.ts'
import { type ThemeName, themes } from '../scene/draw/theme.ts'
import { buildScene, recolorScene } from '../scene/scene.ts'
import { createMeasuring } from '../scene/text/measure.ts'
import { publicIds, withoutCosts } from '../public-map.ts'
import { describeMap } from '../svg/description.ts'
import { writeSvg } from '../svg/write-svg.ts'
import type { Renderer } from './renderer.ts'
import { abbreviateMoney, formatMoney } from '@maps/shared/money'
import { oneLine } from '@maps/shared/text'

/** Creates the renderer of SVG pictures. They have the same drawing as the PNG, with embedded fonts, and need no Chromium. */
export function createSvgRenderer({ measure, embed }: Fonts): Renderer<'svg'> {
  const withMeasure = createMeasuring(measure)
  return async ({ map: whole, options, pins, isForPublicLink }) => {
    const map = options.costs === 'none' ? withoutCosts(whole) : whole
    const money = isForPublicLink ? abbreviateMoney : formatMoney
    const draw = (scene: Scene, theme: ThemeName): GroupedDrawing =>
      drawScene(scene, {
        ...options,
        theme,
        background: options.background,
        ...(isForPublicLink && { idOf: publicIds(map) }),
      })
    const theme = options.theme === 'auto' ? 'light' : options.theme
    const scene = await buildScene(map, themes[theme], withMeasure, { ...options, money, pins })
    const drawing = draw(scene, theme)
    const dark = options.theme === 'auto' ? draw(recolorScene(scene, map, themes.dark), 'dark') : undefined
    const { css, families } = await embed(drawing.items.filter((it) => it.kind === 'text'))
    const svg = writeSvg({
      drawing,
      dark,
      title: oneLine(map.name),
      description: describeMap(map),
      fontFaces: css,
      fontFamily: (run) => cssFamilies(run, families),
    })
    return { bytes: Buffer.from(svg) }
  }
}
