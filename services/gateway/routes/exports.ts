import { InvalidRequest } from '@maps/shared/errors'
import {
  type ExportFormat,
  exportFormats,
  fileFormatTable,
  type FileFormat,
  fileFormats,
  writeOptions,
} from '@maps/shared/file-formats'
import { z } from 'zod'
import { defaultPlans } from '@maps/shared/plans'
import { ExportsUnavailable } from '../exports/errors.ts'
import { ifNoneMatchHeader } from '../http/etag.ts'
import { defineRoute, type Route } from '../http/route.ts'
import { type ExportContext, exportMapById, formatNotInPlan, planFormatOf } from './export-map.ts'
import { fileResponse, fileHeaders } from './file-headers.ts'
import { fileRoute } from './file-path.ts'
import { notFoundNote } from './map-openapi.ts'
import { mapParams, svgLink } from './maps.ts'

interface FormatNotes {
  summary: string
  content: z.ZodType
  /** The exported example map, or its beginning. */
  example?: unknown
  headers?: Record<string, string>
}

const exampleMarkdown = `# Web shop

> Architecture map, exported by Maps Service.

## Services

- **Storefront** - Next.js
- **Orders API** (€1.3k)

## Dependencies

- Storefront → Orders API
`
const exampleGuide = `${exampleMarkdown}
## Connections

| From | To | What | Both ways | Dashed |
| - | - | - | - | - |
| Storefront | Orders API | orders | | yes |

## Working rules

- Treat this map as the intended architecture: where code differs, say so.
`

/** Documentation of each file format for the OpenAPI document. */
const formatNotes: Record<FileFormat, FormatNotes> = {
  png: {
    summary: 'Export a map as a picture',
    content: z.any().meta({ override: { type: 'string', format: 'binary' } }),
    headers: {
      Link: 'The same picture as SVG',
      'X-Export-Scale': 'The scale asked for and the one used, where a width was asked for or a size limit lowered it',
    },
  },
  markdown: { summary: 'Export a map as a document', content: z.string(), example: exampleMarkdown },
  claude: { summary: 'Export a map as CLAUDE.md', content: z.string(), example: exampleGuide },
  agents: { summary: 'Export a map as AGENTS.md', content: z.string(), example: exampleGuide },
  figma: {
    summary: 'Export a map as a FigJam board for our importer',
    content: z.looseObject({}),
    example: { name: 'Web shop', editorType: 'figjam', document: { id: '0:0', name: 'Document', type: 'DOCUMENT' } },
  },
  notion: {
    summary: 'Export a map as a page for the Notion API',
    content: z.looseObject({}),
    example: { properties: { title: { title: [{ type: 'text', text: { content: 'Web shop' } }] } } },
    headers: { Link: 'The next part, for a map that does not fit into one Notion request' },
  },
  svg: {
    summary: 'Fetch the picture of a map as SVG',
    content: z.string(),
    example: '<svg xmlns="http://www.w3.org/2000/svg" width="',
  },
}

type ExportDependencies = Pick<ExportContext, 'maps' | 'exporter'>

/** Routes that export maps as files: one for each format, since each has its own options and content. */
export function exportRoutes(dependencies: ExportDependencies): Route[] {
  return [...fileFormats.map((format) => exportRoute(format, dependencies)), unknownFormat]
}

function exportRoute(format: FileFormat, dependencies: ExportDependencies): Route {
  const { contentType, options } = fileFormatTable[format]
  const { summary, content, example, headers } = formatNotes[format]
  return defineRoute({
    ...fileRoute(format),
    method: 'get',
    group: 'Exports',
    summary,
    description: 'The answer is the file itself. It has a strong ETag: with `If-None-Match` an unchanged file is 304.',
    params: mapParams,
    query: options as z.ZodObject,
    headers: ifNoneMatchHeader,
    responses: {
      200: {
        description: 'The file',
        content: { [contentType.split(';')[0]!]: content },
        example,
        headers: {
          ETag: 'A hash of the bytes of the file',
          'Content-Disposition': 'A name to save the file under',
          ...headers,
        },
      },
      304: { description: "The client's copy is current" },
      403: {
        description: "The workspace's plan does not include this format",
        problem: formatNotInPlan(planFormatOf(format), 'free', without(planFormatOf(format))),
      },
      404: notFoundNote,
      503: {
        description:
          'Too many exports are on their way, or this one was not ready in time: try again. Or the map takes too long: make it smaller, or wait for `Retry-After`',
        problem: new ExportsUnavailable(),
      },
    },
    async handle({ params: { id }, query, headers, ...context }) {
      const options = writeOptions(query)
      const { file, map } = await exportMapById({ ...dependencies, ...context }, id, format, options)
      const responseHeaders = {
        ...fileHeaders(file, map.name, options),
        ...(format === 'png' && { Link: svgLink(map.id) }),
      }
      return fileResponse(file, headers['If-None-Match'], responseHeaders)
    },
  })
}

/** Formats of an example plan: those of the free plan, without this one. */
function without(format: ExportFormat): ExportFormat[] {
  return defaultPlans.free.formats.filter((it) => it !== format)
}

/** Refuses unknown formats with 400. */
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
      format: `must be one of ${exportFormats.join(', ')}; SVG is at /maps/{id}/picture.svg`,
    })
  },
})
