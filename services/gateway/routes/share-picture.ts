import { fileFormatTable, writeOptions } from '@maps/shared/file-formats'
import { z } from 'zod'
import { compileQueryCheck } from '../validation/check.ts'

const { options } = fileFormatTable.png
const { options: svgOptions } = fileFormatTable.svg

/** Options of a public map's PNG. Few sizes are allowed, since workers make a picture for each combination and readers need no token. */
const choices = z.strictObject({
  theme: options.shape.theme,
  scale: z.enum(['1', '2', '3', '4']).exactOptional(),
  width: z.enum(['320', '480', '640', '800', '1000', '1200', '1280', '1600', '1920', '2400']).exactOptional(),
})
const checkChoices = compileQueryCheck(choices)
const { theme, title } = svgOptions.shape
const checkSvgChoices = compileQueryCheck(z.strictObject({ theme, title }))
const checkFocus = compileQueryCheck(z.strictObject({ focus: z.string() }))
const checkNoChoices = compileQueryCheck(z.strictObject({}))
const checkOptions = compileQueryCheck(options)

/** Options of the SVG around a service, as the page shows it. */
const viewSvgOptions = writeOptions(svgOptions.parse({ theme: 'auto', title: 'false' }))
const viewPngOptions = writeOptions(options.parse({}))

/** Whether a picture is around a service. It has no other options: each name is one more picture that readers can have made. */
function hasFocus(query: unknown): boolean {
  return (query as Record<string, unknown>)['focus'] !== undefined
}

/**
 * Reads the options of `map.png` from its query string. `focus` is the name of services, not yet their ids.
 * @throws InvalidRequest that names the parameters at fault
 */
export function readPngOptions(query: unknown): Record<string, string> {
  if (hasFocus(query)) return { ...viewPngOptions, ...checkFocus(query) }
  checkChoices(query)
  return writeOptions(checkOptions(query))
}

/**
 * Reads the options of `map.svg` from its query string. Sizes are refused, since an SVG is sharp at every size. `focus` is a name, as in `readPngOptions`.
 * @throws InvalidRequest that names the parameters at fault
 */
export function readSvgOptions(query: unknown): Record<string, string> {
  if (hasFocus(query)) return { ...viewSvgOptions, ...checkFocus(query) }
  checkSvgChoices(query)
  return writeOptions(svgOptions.parse(query))
}

/** Size in pixels of the picture that other sites show beside a link to a map (https://ogp.me). */
export const LINK_PREVIEW_SIZE = { width: 1_200, height: 630 } as const

const cardOptions = writeOptions(
  options.parse({
    width: `${LINK_PREVIEW_SIZE.width}`,
    height: `${LINK_PREVIEW_SIZE.height}`,
    padding: '40',
    legend: 'false',
  }),
)

/** Returns the fixed options of `card.png`. @throws InvalidRequest if there is a query string */
export function readCardOptions(query: unknown): Record<string, string> {
  checkNoChoices(query)
  return cardOptions
}
