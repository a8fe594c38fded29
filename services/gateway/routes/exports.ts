import { InvalidRequest } from '@maps/shared/errors'
import {
  type DiffFormat,
  diffFormats,
  type ExportFormat,
  exportFormats,
  fileFormatTable,
  type FileFormat,
  fileFormats,
  recordOf,
  writeOptions,
} from '@maps/shared/file-formats'
import { z } from 'zod'
import { defaultPlans } from '@maps/shared/plans'
import { ExportsUnavailable } from '../exports/errors.ts'
import { ifNoneMatchHeader } from '../http/etag.ts'
import { defineRoute, type Route } from '../http/route.ts'
import { exportDiffById } from '../exports/export-diff.ts'
import { type ExportContext, exportMapById, formatNotInPlan } from '../exports/export-map.ts'
import { fileResponse, fileHeaders } from './file-headers.ts'
import { notFoundNote } from './map-openapi.ts'
import { mapParams } from '../maps/map-params.ts'

type ExportDependencies = Pick<ExportContext, 'maps' | 'exporter'>

/** Files of one map, with a route for each. */
const routedFormats = fileFormats.filter((it) => !recordOf(it).hasOwnRoutes && !recordOf(it).compares)

/** Routes that export maps as files: one for each format, since each has its own options and content. */
export function exportRoutes(dependencies: ExportDependencies): Route[] {
  return [
    ...routedFormats.map((format) => exportRoute(format, dependencies)),
    unknownFormat,
    ...diffFormats.map((format) => diffRoute(format, dependencies)),
  ]
}

function exportRoute(format: FileFormat, dependencies: ExportDependencies): Route {
  const { options: query } = recordOf(format)
  return defineRoute({
    ...('since' in query.shape ? comparingRoute(format) : fileRoute(format)),
    query,
    async handle({ params: { id }, query, headers, ...context }) {
      const options = writeOptions(query)
      const { file, map } = await exportMapById({ ...dependencies, ...context }, id, format, options)
      return fileResponse(file, headers['If-None-Match'], fileHeaders(file, map.name, options))
    },
  })
}

function diffRoute(format: DiffFormat, dependencies: ExportDependencies): Route {
  return defineRoute({
    ...comparingRoute(format),
    query: fileFormatTable[format].options,
    async handle({ params: { id }, query, headers, ...context }) {
      const { file, map } = await exportDiffById({ ...dependencies, ...context }, id, format, query)
      return fileResponse(file, headers['If-None-Match'], fileHeaders(file, map.name, query))
    },
  })
}

/** What the routes of files that read two versions have in common. */
function comparingRoute(format: FileFormat) {
  const { responses, ...route } = fileRoute(format)
  const notFound = `${notFoundNote.description}, or a version is not kept: \`detail\` names those next to it`
  return { ...route, responses: { ...responses, 404: { ...notFoundNote, description: notFound } } }
}

/** What the routes of all files have in common. */
function fileRoute(format: FileFormat) {
  const { path, operationId, planFormat, summary, contentType, content, ...record } = recordOf(format)
  return {
    id: operationId,
    path,
    method: 'get' as const,
    group: 'Exports' as const,
    summary,
    description: 'The answer is the file itself. It has a strong ETag: with `If-None-Match` an unchanged file is 304.',
    params: mapParams,
    headers: ifNoneMatchHeader,
    responses: {
      200: {
        description: 'The file',
        content: { [contentType.split(';')[0]!]: content },
        example: record.example,
        headers: {
          ETag: 'A hash of the bytes of the file',
          'Content-Disposition': 'A name to save the file under',
          ...record.headers,
        },
      },
      304: { description: "The client's copy is current" },
      403: {
        description: "The workspace's plan does not include this format",
        problem: formatNotInPlan(planFormat, 'free', without(planFormat)),
      },
      404: notFoundNote,
      503: {
        description:
          'Too many exports are on their way, or this one was not ready in time: try again. Or the map takes too long: make it smaller, or wait for `Retry-After`',
        problem: new ExportsUnavailable(),
      },
    },
  }
}

/** Formats of an example plan: those of the free plan, without this one. */
function without(format: string): ExportFormat[] {
  return defaultPlans.free.formats.filter((it) => it !== format)
}

/** Where the alternates of the export formats are. */
const otherFiles = fileFormats
  .filter((it) => recordOf(it).isAlternate)
  .map((it) => `${it} is at ${fileFormatTable[it].path}`)

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
      format: `must be one of ${exportFormats.join(', ')}; ${otherFiles.join(', ')}`,
    })
  },
})
