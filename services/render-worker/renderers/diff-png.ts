import type { BrowserApi } from '../browser-api.ts'
import { metadataChunks } from '../png-file.ts'
import { drawScene } from '../scene/draw/drawing.ts'
import { themes } from '../scene/draw/theme.ts'
import type { WithMeasure } from '../scene/text/measure.ts'
import { buildDiffPicture } from './diff-picture.ts'
import { paintToSize } from './paint-to-size.ts'
import type { Renderer } from './renderer.ts'

/** Creates the renderer of pictures of two maps as PNG. A file contains neither map: importing it would make a third one. */
export function createDiffPngRenderer(browser: BrowserApi, withMeasure: WithMeasure): Renderer<'diff.png'> {
  return async ({ map, from = map, options, pin }) => {
    const { scene, title } = await buildDiffPicture(from, map, { ...options, pin }, themes[options.theme], withMeasure)
    const drawn = drawScene(scene, { ...options, background: options.background })
    return paintToSize(drawn, options, (drawing, scale) => browser.paint(drawing, scale, metadataChunks(title, scale)))
  }
}
