import { exportFormatTable, writeOptions } from '@maps/shared/export-job'
import { z } from 'zod'
import { compileCheck } from '../http/check.ts'

const { options } = exportFormatTable.png
const { options: svgOptions } = exportFormatTable.svg

/**
 * What readers of a public map may choose of its picture. Few sizes, since each is a picture that workers make, and nobody is
 * asked for a token.
 */
const choices = z.strictObject({
  theme: options.shape.theme,
  scale: z.enum(['1', '2', '3', '4']).exactOptional(),
  width: z.enum(['320', '480', '640', '800', '1000', '1200', '1280', '1600', '1920', '2400']).exactOptional(),
})
const checkChoices = compileCheck(choices, 'The query string')
const checkSvgChoices = compileCheck(svgOptions.pick({ theme: true, title: true }), 'The query string')
const checkNoChoices = compileCheck(z.strictObject({}), 'The query string')
const checkOptions = compileCheck(options, 'The query string')

/**
 * The options of a public picture, of the query string of its address.
 * @throws InvalidRequest that names the parameters at fault
 */
export function readChoices(query: unknown): Record<string, string> {
  checkChoices(query)
  return writeOptions(checkOptions(query))
}

/** The same for a picture as SVG, which is sharp in every size. */
export function readSvgChoices(query: unknown): Record<string, string> {
  checkSvgChoices(query)
  return writeOptions(svgOptions.parse(query))
}

/** Size of the picture that other sites show beside a link, in pixels (https://ogp.me). */
export const CARD = { width: 1_200, height: 630 } as const

const cardOptions = writeOptions(
  options.parse({ width: `${CARD.width}`, height: `${CARD.height}`, padding: '40', legend: 'false' }),
)

/** The options of that picture, of which readers choose nothing. @throws InvalidRequest where there is a query string */
export function readNoChoices(query: unknown): Record<string, string> {
  checkNoChoices(query)
  return cardOptions
}
