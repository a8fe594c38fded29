import { InvalidRequest } from '@maps/shared/errors'
import { type ExportFormat, exportFormats, exportFormatTable, writeOptions } from '@maps/shared/export-job'
import { z } from 'zod'
import { readConditions } from '../http/etag.ts'
import { defineRoute, type Route } from '../http/route.ts'
import { exportMap, type ExportParts } from './export-map.ts'
import { fileResponse, fileHeaders } from './file-headers.ts'
import { mapParams } from './maps.ts'

/** What each format's answer is to a reader of the OpenAPI document, and what is worth saying of the format. */
const formatNotes: Record<ExportFormat, { summary: string; content: z.ZodType; headers?: Record<string, string> }> = {
  png: {
    summary: 'Export a map as a picture',
    content: z.any().meta({ override: { type: 'string', format: 'binary' } }),
    headers: {
      'X-Export-Scale': 'The scale asked for and the one used, where a width was asked for or a size limit lowered it',
    },
  },
  markdown: { summary: 'Export a map as a document', content: z.string() },
  claude: { summary: 'Export a map as CLAUDE.md', content: z.string() },
  agents: { summary: 'Export a map as AGENTS.md', content: z.string() },
  figma: { summary: 'Export a map as a FigJam board for our importer', content: z.looseObject({}) },
  notion: {
    summary: 'Export a map as a page for the Notion API',
    content: z.looseObject({}),
    headers: { Link: 'The next part, for a map that does not fit into one Notion request' },
  },
}

/** Downloading maps as files: a route for each format, since each has its own options and content. */
export function exportRoutes(parts: ExportParts): Route[] {
  return [...exportFormats.map((format) => exportRoute(format, parts)), unknownFormat]
}

function exportRoute(format: ExportFormat, parts: ExportParts): Route {
  const { contentType, options } = exportFormatTable[format]
  const { summary, content, headers } = formatNotes[format]
  return defineRoute({
    id: `export${format[0]!.toUpperCase()}${format.slice(1)}`,
    method: 'get',
    path: `/maps/{id}/export/${format}`,
    group: 'Exports',
    summary,
    description: 'The answer is the file itself. It has a strong ETag: with `If-None-Match` an unchanged file is 304.',
    params: mapParams,
    query: options as z.ZodObject,
    headers: readConditions,
    responses: {
      200: {
        description: 'The file',
        content: { [contentType.split(';')[0]!]: content },
        headers: {
          ETag: 'A hash of the bytes of the file',
          'Content-Disposition': 'A name to save the file under',
          ...headers,
        },
      },
      304: { description: "The client's copy is current" },
      403: { description: "The workspace's plan does not include this format" },
      404: { description: "No map of that id in the caller's workspace" },
      503: { description: 'Too many exports are on their way, or this one was not ready in time: try again' },
    },
    async handle({ params: { id }, query, headers, ...call }) {
      const options = writeOptions(query)
      const { file, map } = await exportMap(parts, call, id, format, options)
      return fileResponse(file, headers['If-None-Match'], fileHeaders(file, map.name, options))
    },
  })
}

/** What no format's own route has taken. */
const unknownFormat = defineRoute({
  id: 'exportUnknown',
  method: 'get',
  path: '/maps/{id}/export/{format}',
  group: 'Exports',
  summary: 'Refuse an unknown format',
  description: '',
  params: z.looseObject({}),
  query: z.looseObject({}),
  responses: {},
  isUndocumented: true,
  async handle() {
    throw new InvalidRequest('The path is not valid: see "fields".', {
      format: `must be one of ${exportFormats.join(', ')}`,
    })
  },
})
