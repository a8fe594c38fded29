import { MAX_PICTURE_BYTES, type PictureSize } from '@maps/shared/formats/png'
import type { Drawing } from '../scene/draw/display-list.ts'
import { letterbox } from '../scene/draw/letterbox.ts'
import { type RenderedFile, RenderRefused } from './renderer.ts'

/** Maximum number of pixels. A crowded picture costs 80 ms and more than a megabyte per million pixels. */
const MAX_PIXELS = 40_000_000
/** Maximum number of pixels of a drawing with more than `CROWDED_SHAPES` shapes, in which each pixel takes longer. */
const MAX_CROWDED_PIXELS = 24_000_000
const CROWDED_SHAPES = 30_000
/** Maximum side in pixels of a `VideoFrame`, from which pixels are read. A canvas may have twice that. */
const MAX_SIDE = 32_767
/** Maximum number of repaints at a smaller scale. Two are usually enough. */
const MAX_REPAINTS = 4

/**
 * Paints a drawing at the size that the options request, or else at a smaller scale, so that it is painted in time and its file is no larger than
 * allowed.
 * @throws RenderRefused if no picture has at most `maxBytes`
 */
export async function paintToSize(
  drawn: Drawing,
  options: PictureSize & { maxBytes?: number },
  paintAt: (drawing: Drawing, scale: number) => Promise<Buffer>,
): Promise<RenderedFile> {
  const { width, height, maxWidth, maxHeight, maxBytes } = options
  const drawing = width && height ? letterbox(drawn, width / height) : drawn
  const mostBytes = maxBytes ?? MAX_PICTURE_BYTES
  const requested = requestedScale(drawing, options)
  let used = largestScale(drawing, requested)
  let bytes = await paintAt(drawing, used)
  for (let repaints = 0; bytes.length > mostBytes && repaints < MAX_REPAINTS; repaints++) {
    used = smallerScale(used, bytes.length, mostBytes)
    bytes = await paintAt(drawing, used)
  }
  if (maxBytes !== undefined && bytes.length > maxBytes) {
    throw new RenderRefused(400, 'The picture does not get that small.', { maxBytes: `must be more than ${maxBytes}` })
  }
  return {
    bytes,
    ...((used !== options.scale || maxWidth !== undefined || maxHeight !== undefined) && {
      scale: { asked: rounded(requested), used: rounded(used) },
    }),
  }
}

/** Estimates a scale at which a picture has at most `maxBytes`. The bytes grow a little slower than the area. */
function smallerScale(scale: number, bytes: number, maxBytes: number): number {
  return roundedDown(scale * Math.sqrt(maxBytes / bytes) * 0.9)
}

/** The scale that the options request, directly or by the size of the picture. */
function requestedScale(drawn: Drawing, { scale, width, maxWidth, maxHeight }: PictureSize): number {
  if (width !== undefined) return width / drawn.width
  return Math.min(scale!, (maxWidth ?? Infinity) / drawn.width, (maxHeight ?? Infinity) / drawn.height)
}

/** Rounds a scale down to thousandths; one below them stays. */
function roundedDown(scale: number): number {
  return Math.floor(scale * 1_000) / 1_000 || scale
}

/** Rounds a scale to thousandths, as response headers have it. */
function rounded(scale: number): number {
  return Math.round(scale * 1_000) / 1_000
}

/** The requested scale, or else the largest that is painted in time and fits a canvas. */
function largestScale({ width, height, items }: Drawing, requested: number): number {
  const pixels = items.length > CROWDED_SHAPES ? MAX_CROWDED_PIXELS : MAX_PIXELS
  const limit = Math.min(Math.sqrt(pixels / (width * height)), MAX_SIDE / width, MAX_SIDE / height)
  return requested <= limit ? requested : roundedDown(limit)
}
