import { type ExportFormat, exportFormats, fileFormatTable, recordOf, writeOptions } from '@maps/shared/file-formats'
import { InvalidRequest } from '@maps/shared/errors'
import { viewOptions } from '@maps/shared/formats/view-options'
import type { ResourceLink } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { bytesOf, type ExportedFile } from '../../exports/recent-files.ts'
import { compileCheck } from '../../validation/check.ts'
import { exportMapById } from '../../exports/export-map.ts'
import { mapParams } from '../../maps/map-params.ts'
import { linkTo } from '../files.ts'
import { defineTool } from '../tool.ts'

/** Largest document in a result. A larger one would fill an agent's context window, so the result only links to it. */
const MAX_TEXT_BYTES = 100_000

const checks = new Map(
  exportFormats.map((format) => [format, compileCheck(fileFormatTable[format].options as z.ZodObject, 'The input')]),
)

/** The tool that makes a file of a map. */
export const exportMapTool = defineTool({
  name: 'export_map',
  title: 'Export a map as a file',
  description:
    `Makes a file of a map: in the result, up to ${MAX_TEXT_BYTES / 1_000} KB, but for png and figma; and its address, which needs the token. ` +
    'To look at a map, call render_map.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({
    ...mapParams.shape,
    format: z.enum(exportFormats),
    options: z.record(z.string(), z.string()).default({}).describe(`As in the REST API. ${optionNotes()}`),
  }),
  async run({ id, format, options }, context) {
    context.setLoggedMap({ mapId: id })
    const { file, map } = await withOptionNames(async () => {
      const checked = writeOptions(checks.get(format)!(options))
      return exportMapById(context, id, format, checked)
    })
    const link = { ...linkTo(context.apiUrl, map, format, options), size: file.bytes.length }
    const { part } = file
    const texts = [
      ...(part ? [`Part ${part.number} of ${part.count} of the map; the option "part" names another.`] : []),
      await textOf(format, file, link),
    ]
    return { content: [...texts.map((text) => ({ type: 'text' as const, text })), link] }
  },
})

/** The file itself if it is a document that is not too long; otherwise what it is and where. */
async function textOf(
  format: ExportFormat,
  file: ExportedFile,
  { uri, mimeType, size }: ResourceLink & { size: number },
): Promise<string> {
  if (!recordOf(format).isDrawn && size <= MAX_TEXT_BYTES) return (await bytesOf(file)).toString()
  return `${mimeType}, ${size} bytes. Download it from ${uri} with the header "Authorization: Bearer <WORKSPACE_TOKEN>".`
}

/** Names invalid options as fields of the input: an export itself may find what is wrong with them, such as ids that the map lacks. */
async function withOptionNames<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    const { message, fields, isTruncated } = error
    const optionFields = Object.entries(fields).map(([name, problem]) => [`options.${name}`, problem])
    throw new InvalidRequest(message, Object.fromEntries(optionFields), { isTruncated })
  }
}

/** Names the options of the formats, once for formats with the same ones, and those of views for all that have them. */
function optionNotes(): string {
  const namesOf = (format: ExportFormat): string[] => Object.keys(fileFormatTable[format].options.shape)
  const own = Map.groupBy(exportFormats, (format) =>
    namesOf(format)
      .filter((it) => !(it in viewOptions))
      .join(', '),
  )
  const notes = Array.from(own, ([names, formats]) => `${formats.join(', ')}: ${names}`)
  const whole = exportFormats.filter((format) => !namesOf(format).some((it) => it in viewOptions))
  return `${notes.join('; ')}; all but ${whole.join(', ')}: ${Object.keys(viewOptions).join(', ')}.`
}
