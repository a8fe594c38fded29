import { z } from 'zod'
import { defineFormat, drawingLimits, exportedAs, numberText, onlyWith, wholeNumberText } from './format.ts'
import { pictureOptions } from './picture-options.ts'
import { viewOptions, viewRules } from './view-options.ts'

/** Keyword of the `iTXt` chunk with the map in a PNG export: the JSON that the API returns as `map`. */
export const PNG_MAP_KEYWORD = 'maps-service'

const MIN_SCALE = 1
const MAX_SCALE = 4
const DEFAULT_SCALE = 2
/** Minimum width and height of a picture, in pixels. */
const MIN_PICTURE_SIDE = 100
const MAX_PICTURE_SIDE = 8_000
/** Maximum size of a picture's file, in bytes. A larger picture, unfit for slides, mail and browsers, gets a smaller scale. */
export const MAX_PICTURE_BYTES = 8 * 1024 ** 2
/** Minimum of `maxBytes`: smaller pictures of large maps are illegible. */
const MIN_PICTURE_BYTES = 100_000

/** Options of a picture's size. */
export interface PictureSize {
  scale?: number
  width?: number
  height?: number
  maxWidth?: number
  maxHeight?: number
}

/** The rule that a width replaces a scale and limits, for `refine`. */
export const widthAlone = [
  (it: PictureSize) =>
    it.width === undefined || [it.scale, it.maxWidth, it.maxHeight].every((value) => value === undefined),
  { path: ['width'], message: 'must not be given together with scale, maxWidth or maxHeight' },
] as const satisfies Parameters<z.ZodType<PictureSize>['refine']>

/** Sets the default scale of a picture without a width. */
export function withDefaultScale<Options extends PictureSize>(options: Options): Options {
  return options.width === undefined ? { ...options, scale: options.scale ?? DEFAULT_SCALE } : options
}

/** A picture for slides, which carries its map. */
export const png = defineFormat({
  ...exportedAs('png'),
  summary: 'Export a map as a picture',
  contentType: 'image/png',
  content: z.any().meta({ override: { type: 'string', format: 'binary' } }),
  headers: {
    Link: 'The same picture as SVG',
    'X-Export-Scale':
      'The scale asked for and the one used, where a width, `maxWidth` or `maxHeight` was asked for, or a limit lowered it',
  },
  name: { suffix: '.png' },
  options: z
    .strictObject({
      scale: numberText(MIN_SCALE, MAX_SCALE)
        .exactOptional()
        .describe(`Picture pixels per canvas px. Default: ${DEFAULT_SCALE}, unless a width is given`),
      width: wholeNumberText(MIN_PICTURE_SIDE, MAX_PICTURE_SIDE)
        .exactOptional()
        .describe('Width of the picture in pixels, instead of a scale'),
      maxWidth: wholeNumberText(MIN_PICTURE_SIDE, MAX_PICTURE_SIDE)
        .exactOptional()
        .describe('Greatest width of the picture in pixels: one that would be wider gets a smaller scale'),
      maxHeight: wholeNumberText(MIN_PICTURE_SIDE, MAX_PICTURE_SIDE)
        .exactOptional()
        .describe('Greatest height of the picture in pixels, in the same way'),
      maxBytes: wholeNumberText(MIN_PICTURE_BYTES, MAX_PICTURE_BYTES)
        .exactOptional()
        .describe(
          `Greatest size of the file in bytes, in the same way: such a picture does not carry its map. Default: ${MAX_PICTURE_BYTES}`,
        ),
      theme: z.enum(['light', 'dark']).default('light').describe('Colours of the picture'),
      ...pictureOptions,
      height: wholeNumberText(MIN_PICTURE_SIDE, MAX_PICTURE_SIDE)
        .exactOptional()
        .describe('Height of the picture in pixels, beside its width: the drawing stands in the middle'),
      ...viewOptions,
    })
    .check(...viewRules, onlyWith('height', 'width'))
    .refine(...widthAlone)
    .overwrite(withDefaultScale),
  namesAlternates: true,
  isDrawn: true,
  ...drawingLimits,
})
