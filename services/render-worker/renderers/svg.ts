import { titleOf } from '../documents/map-words.ts'
import type { Fonts } from '../fonts/fonts.ts'
import type { GroupedDrawing } from '../scene/draw/display-list.ts'
import { type DrawingOptions, drawScene, type Scene } from '../scene/draw/drawing.ts'
import { type ThemeName, themes } from '../scene/draw/theme.ts'
import { recolorScene } from '../scene/scene.ts'
import { createSceneCache } from '../scene/scene-cache.ts'
import { createMeasuring } from '../scene/text/measure.ts'
import { publicIds, withoutCosts } from '../public-map.ts'
import { describeMap } from '../svg/description.ts'
import { writeSvg } from '../svg/write-svg.ts'
import type { RenderedFile, Renderer } from './renderer.ts'
import type { ExportOptions } from '@maps/shared/file-formats'
import { abbreviateMoney, formatMoney } from '@maps/shared/money'

/** Creates the renderer of SVG pictures. They have the same drawing as the PNG, with embedded fonts, and need no Chromium. */
export function createSvgRenderer(fonts: Fonts): Renderer<'svg'> {
  const sceneOf = createSceneCache(createMeasuring(fonts.measure))
  const write = createSceneWriter(fonts)
  return async ({ map: whole, view, options, pin, isForPublicLink }) => {
    const map = options.costs === 'none' ? withoutCosts(whole) : whole
    const money = isForPublicLink ? abbreviateMoney : formatMoney
    const scene = await sceneOf(map, themes[lightest(options)], { ...options, money, pin, view })
    const description = describeMap(map, view?.description)
    return write(
      { scene, title: titleOf(map), description },
      { ...options, ...(isForPublicLink && { idOf: publicIds(map) }) },
    )
  }
}

/** A scene, with its texts for readers who do not see it. */
export interface DescribedScene {
  scene: Scene
  title: string
  description: string
}

/** The theme to build a scene in. */
export function lightest({ theme }: Pick<ExportOptions<'svg'>, 'theme'>): ThemeName {
  return theme === 'auto' ? 'light' : theme
}

/** Creates a function that writes scenes as SVG, with the fonts of their texts. */
export function createSceneWriter({ embed }: Pick<Fonts, 'embed'>) {
  return async (
    { scene, title, description }: DescribedScene,
    options: Omit<DrawingOptions, 'theme' | 'background'> & Pick<ExportOptions<'svg'>, 'theme' | 'background'>,
  ): Promise<RenderedFile> => {
    const draw = (scene: Scene, theme: ThemeName): GroupedDrawing =>
      drawScene(scene, { ...options, theme, background: options.background })
    const drawing = draw(scene, lightest(options))
    const dark = options.theme === 'auto' ? draw(recolorScene(scene, themes.dark), 'dark') : undefined
    const fonts = await embed(drawing.items.filter((it) => it.kind === 'text'))
    return { bytes: Buffer.from(writeSvg({ drawing, dark, title, description, ...fonts })) }
  }
}
