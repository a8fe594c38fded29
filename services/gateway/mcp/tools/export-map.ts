import { type ExportFormat, exportFormats, fileFormatTable, writeOptions } from '@maps/shared/file-formats'
import { InvalidRequest } from '@maps/shared/errors'
import { z } from 'zod'
import { compileCheck } from '../../validation/check.ts'
import { exportMapById } from '../../exports/export-map.ts'
import { mapParams } from '../../maps/map-params.ts'
import { bytesOf, fileUrl, linkTo } from '../files.ts'
import { defineTool } from '../tool.ts'

/** Largest text in a result. A larger one would fill an agent's context window, so the result only links to it. */
const MAX_TEXT_BYTES = 100_000

const checks = new Map(
  exportFormats.map((format) => [format, compileCheck(fileFormatTable[format].options as z.ZodObject, 'The input')]),
)

/** The tool that makes a file of a map. */
export const exportMapTool = defineTool({
  name: 'export_map',
  title: 'Export a map as a file',
  description:
    `Makes a file of a map: ${exportFormats.join(', ')}. Texts of up to ${MAX_TEXT_BYTES / 1_000} KB are in the answer; every file has ` +
    'an address to download it from with the workspace token. To look at a map, call render_map instead.',
  annotations: { readOnlyHint: true, idempotentHint: true },
  input: z.strictObject({
    ...mapParams.shape,
    format: z.enum(exportFormats),
    options: z
      .record(z.string(), z.string())
      .default({})
      .describe(`Query parameters of the format in the REST API. ${optionNotes()}`),
  }),
  output: z.strictObject({
    url: z
      .url()
      .describe('Address of the file, for a request with the header "Authorization: Bearer <WORKSPACE_TOKEN>"'),
    mediaType: z.string(),
    bytes: z.int(),
    part: z
      .strictObject({ number: z.int(), count: z.int() })
      .optional()
      .describe('Which part of a large map the file is; the option "part" names another'),
    text: z.string().optional().describe('The file itself, where it is a text and not too long'),
  }),
  async run({ id, format, options }, context) {
    context.setLoggedMap({ mapId: id })
    const checked = writeOptions(checkOptions(format, options))
    const { file, map } = await exportMapById(context, id, format, checked)
    const { contentType: mediaType } = fileFormatTable[format]
    const bytes = file.bytes.length
    const isIncluded = mediaType.startsWith('text/') && bytes <= MAX_TEXT_BYTES
    return {
      structured: {
        url: fileUrl(context.apiUrl, id, format, options),
        mediaType,
        bytes,
        ...(file.part && { part: file.part }),
      },
      content: [linkTo(context.apiUrl, map, format, options)],
      ...(isIncluded && { text: (await bytesOf(file)).toString() }),
    }
  },
})

function checkOptions(format: ExportFormat, options: Record<string, string>): Record<string, unknown> {
  try {
    return checks.get(format)!(options)
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    const { message, fields, isTruncated } = error
    const optionFields = Object.entries(fields).map(([name, problem]) => [`options.${name}`, problem])
    throw new InvalidRequest(message, Object.fromEntries(optionFields), { isTruncated })
  }
}

function optionNotes(): string {
  const notes = exportFormats.flatMap((format) => {
    const names = Object.keys(fileFormatTable[format].options.shape)
    return names.length > 0 ? [`${format}: ${names.join(', ')}`] : []
  })
  return `${notes.join('; ')}.`
}
