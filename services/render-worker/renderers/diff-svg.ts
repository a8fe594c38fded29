import type { Fonts } from '../fonts/fonts.ts'
import { themes } from '../scene/draw/theme.ts'
import { createMeasuring } from '../scene/text/measure.ts'
import { buildDiffPicture } from './diff-picture.ts'
import type { Renderer } from './renderer.ts'
import { createSceneWriter, lightest } from './svg.ts'

/** Creates the renderer of pictures of two maps as SVG. They have the same drawing as the PNG, and need no Chromium. */
export function createDiffSvgRenderer(fonts: Fonts): Renderer<'diff.svg'> {
  const withMeasure = createMeasuring(fonts.measure)
  const write = createSceneWriter(fonts)
  return async ({ map, from = map, options, pin }) => {
    return write(
      await buildDiffPicture(from, map, { ...options, pin }, themes[lightest(options)], withMeasure),
      options,
    )
  }
}
