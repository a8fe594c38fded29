import { z } from 'zod'
import { isColor } from '../color.ts'
import { flag, wholeNumberText } from './format.ts'

const MAX_PADDING = 400

/** Options of PNG and SVG alike. */
export const pictureOptions = {
  background: z
    .string()
    .refine(isColor, 'must be a hex, rgb(), hsl() or named colour, or transparent')
    .exactOptional()
    .describe("A colour, or transparent. Default: the theme's own"),
  icons: flag.default(true).describe('Whether cards show the marks of their technologies'),
  labels: z
    .enum(['own', 'sans'])
    .default('own')
    .describe('Fonts of the labels of edges: their own, or one for all, that of the small text of cards'),
  legend: flag.default(true).describe('Whether the picture says what its colours mean, where it has two or more'),
  padding: wholeNumberText(0, MAX_PADDING).default(48).describe('Space around the drawing in canvas px'),
  title: flag.default(true).describe('Whether the name of the map, what it costs and how much it holds stand above it'),
}
