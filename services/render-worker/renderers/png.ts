import { abbreviateMoney, formatMoney } from '@maps/shared/money'
import type { BrowserApi } from '../browser-api.ts'
import { metadataChunks } from '../png-file.ts'
import { importableMap, publicMap, withoutCosts } from '../public-map.ts'
import { drawScene } from '../scene/draw/drawing.ts'
import type { WithMeasure } from '../scene/text/measure.ts'
import { createSceneCache } from '../scene/scene-cache.ts'
import { themes } from '../scene/draw/theme.ts'
import { paintToSize } from './paint-to-size.ts'
import type { Renderer } from './renderer.ts'

/**
 * Creates the renderer of PNG pictures, which the worker's Chromium paints. A file contains what it shows of
 * its map, so that it can be imported.
 * A file with `maxBytes` does not, since a map may be larger than its picture.
 */
export function createPngRenderer(browser: BrowserApi, withMeasure: WithMeasure): Renderer<'png'> {
  const sceneOf = createSceneCache(withMeasure)
  return async ({ map: whole, view, options, pin, isForPublicLink }) => {
    const map = options.costs === 'none' ? withoutCosts(whole) : whole
    const money = isForPublicLink ? abbreviateMoney : formatMoney
    const scene = await sceneOf(map, themes[options.theme], { ...options, money, pin, view })
    const drawn = drawScene(scene, { ...options, background: options.background })
    const embedded =
      options.maxBytes === undefined ? (isForPublicLink ? publicMap(map) : importableMap(map)) : undefined
    return paintToSize(drawn, options, (drawing, scale) =>
      browser.paint(drawing, scale, metadataChunks(map.name, scale, embedded)),
    )
  }
}
