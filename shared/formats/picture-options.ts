import { z } from 'zod'
import { isColor } from '../color.ts'
import { flag, wholeNumberText } from './format.ts'

const MAX_PADDING = 400
const MIN_CALLERS = 2
const MAX_CALLERS = 1_000

/** Option of pictures and boards. */
export const groupsOption = z
  .enum(['none', 'prefix', 'role'])
  .default('none')
  .describe(
    'Zones of services whose ids share a prefix, up to one of - _ / ., or of one role: three services or more, where their cards allow',
  )
  .meta({ examples: ['prefix'] })

/** Options of PNG and SVG alike. */
export const pictureOptions = {
  background: z
    .string()
    .refine(isColor, 'must be a hex, rgb(), hsl() or named colour, or transparent')
    .exactOptional()
    .describe("A colour, or transparent. Default: the theme's own"),
  chips: wholeNumberText(MIN_CALLERS, MAX_CALLERS)
    .exactOptional()
    .describe(
      'Number of callers, such as 6, from which a service that calls none is a mark on their cards instead of lines. Default: none',
    ),
  costs: z
    .enum(['amounts', 'bars', 'none'])
    .default('amounts')
    .describe(
      'Costs of services: amounts; bars too, with sums in the legend; or none, nor in the map that a PNG carries',
    )
    .meta({ examples: ['bars'] }),
  groups: groupsOption,
  icons: flag.default(true).describe('Whether cards show the marks of their technologies'),
  labels: z
    .enum(['own', 'sans'])
    .default('own')
    .describe('Fonts of the labels of edges: their own, or one for all, that of the small text of cards'),
  legend: flag.default(true).describe('Whether the picture says what its colours mean, where it has two or more'),
  padding: wholeNumberText(0, MAX_PADDING).default(48).describe('Space around the drawing in canvas px'),
  title: flag.default(true).describe('Whether the name of the map, what it costs and how much it holds stand above it'),
}
