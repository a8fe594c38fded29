import { PlanLimit } from '@maps/shared/errors'
import { EXPORT_DEADLINE_MS, exportFormats, exportFormatTable, writeOptions } from '@maps/shared/export-job'
import { z } from 'zod'
import type { Exporter } from '../exporter.ts'
import { compileCheck } from '../http/check.ts'
import { artifactTag, isCurrent, notModified } from '../http/etag.ts'
import { defineRoute, type Route } from '../http/route.ts'
import type { MapStore } from '../store/maps.ts'
import { fileHeaders } from './file-headers.ts'
import { mapJson } from './map-json.ts'
import { noSuchMap } from './maps.ts'

const params = z.strictObject({ id: z.string(), format: z.enum(exportFormats) })
const checkOptions = Object.fromEntries(
  exportFormats.map((format) => [format, compileCheck(exportFormatTable[format].options, 'The query string')]),
)
const anyOptions = z.object(
  Object.assign({}, ...exportFormats.map((format) => documentedOptions(format))) as z.core.$ZodLooseShape,
)

/** Downloading maps as files. */
export function exportRoutes({ maps, exporter }: { maps: MapStore; exporter: Exporter }): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/maps/{id}/export/{format}',
      group: 'Exports',
      summary: 'Export a map as a file',
      description:
        'The answer is the file itself. It has a strong ETag: with `If-None-Match` an unchanged file is 304.',
      params,
      query: z.record(z.string(), z.unknown()),
      queryNote: anyOptions,
      answers: {
        200: {
          description: 'The file',
          content: contentTypes(),
          headers: {
            ETag: 'Changes with the bytes of the file',
            'Content-Disposition': 'A name to save the file under',
            'X-Export-Scale': 'The scale asked for and the one used, where a size limit lowered it',
            Link: 'The next part, for a map that does not fit into one Notion request',
          },
        },
        304: { description: "The client's copy is current" },
        400: { description: 'Unknown format or option; `fields` names it' },
        403: { description: "The workspace's plan does not include this format" },
        404: { description: "No map of that id in the caller's workspace" },
        503: { description: 'Too many exports are on their way, or this one was not ready in time: try again' },
      },
      async handle({ caller, params: { id, format }, query, conditions, requestId, isAbout, signal }) {
        const deadline = Date.now() + EXPORT_DEADLINE_MS
        const options = writeOptions(checkOptions[format]!(query) as Record<string, unknown>)
        const { workspaceId, plan, planName } = caller
        const map = await maps.get(workspaceId, id)
        if (!map) throw noSuchMap(id)
        if (!plan.formats.includes(format)) {
          throw new PlanLimit(`The ${planName} plan does not include ${format}; it has ${plan.formats.join(', ')}.`)
        }
        const order = exporter.order({ format, options, workspaceId, mapId: map.id, map: mapJson(map) })
        isAbout({ mapId: map.id, key: order.key })
        const tag = artifactTag(order.key)
        if (isCurrent(conditions.ifNoneMatch, tag)) return notModified(tag)

        const file = await order.deliver({ share: plan.exportsInFlight, deadline, requestId, signal: signal() })
        return { status: 200, headers: { ETag: tag, ...fileHeaders(file, map.name, query) }, body: file.bytes }
      },
    }),
  ]
}

/** The options of a format with a note of which format they are for. */
function documentedOptions(format: (typeof exportFormats)[number]): z.core.$ZodLooseShape {
  const { shape } = exportFormatTable[format].options
  return Object.fromEntries(
    Object.entries(shape as Record<string, z.ZodType>).map(([name, schema]) => {
      const users = exportFormats.filter((it) => name in exportFormatTable[it].options.shape)
      return [name, schema.describe(`${users.join(', ')}: ${schema.description ?? name}`)]
    }),
  )
}

/** What a body of each content type is to a reader of the OpenAPI document. */
function contentTypes(): Record<string, z.ZodType> {
  const types = exportFormats.map((format) => exportFormatTable[format].contentType.split(';')[0]!)
  return Object.fromEntries(
    types.map((type) => {
      if (type === 'application/json') return [type, z.looseObject({})]
      if (type.startsWith('text/')) return [type, z.string()]
      return [type, z.any().meta({ override: { type: 'string', contentMediaType: type } })]
    }),
  )
}
