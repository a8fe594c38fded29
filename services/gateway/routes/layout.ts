import { fileFormatTable } from '@maps/shared/file-formats'
import { positionsSchema } from '@maps/shared/positions'
import { z } from 'zod'
import { ExportsUnavailable } from '../exports/errors.ts'
import { type ExportContext, exportMapById, formatNotInPlan } from '../exports/export-map.ts'
import { pinLayout, readLayout, unpinLayout } from '../exports/pin-layout.ts'
import { jsonBody } from '../http/body.ts'
import {
  allowedStates,
  ifMatchHeader,
  ifNoneMatchHeader,
  layoutETag,
  matchesETag,
  notModified,
  REVALIDATE_HEADERS,
} from '../http/etag.ts'
import { jsonResponse } from '../http/response.ts'
import { defineRoute, type Route } from '../http/route.ts'
import { mapParams } from '../maps/map-params.ts'
import { layoutState } from '../store/layouts.ts'
import { notFoundNote, notModifiedNote, planLimitNote, preconditionFailedNote, readOnlyNote } from './map-openapi.ts'

const { path, operationId, planFormat, summary, content, example } = fileFormatTable.layout
const noQuery = z.strictObject({})

const pinBody = z.strictObject({ nodes: positionsSchema }).meta({ id: 'Pin' })
/** The content of a body that may be missing. */
const optionalPin: z.ZodType<z.infer<typeof pinBody> | undefined> = pinBody
const unavailableNote = {
  description: 'Too many exports are on their way, or the layout was not ready in time: try again',
  problem: new ExportsUnavailable(),
}

/** Routes of the layout of a map: where its pictures show the services, and whether these stay there. */
export function layoutRoutes(dependencies: Pick<ExportContext, 'maps' | 'exporter'>): Route[] {
  return [
    defineRoute({
      id: operationId,
      method: 'get',
      path,
      group: 'Exports',
      summary,
      description:
        'The positions that pictures without options use: of the services, then of ids that only edges name. With `If-None-Match` an unchanged layout is 304.',
      params: mapParams,
      query: noQuery,
      headers: ifNoneMatchHeader,
      responses: {
        200: {
          description: 'The layout',
          content: { 'application/json': content },
          example,
          headers: { ETag: 'The version of the map, and hashes of pin and positions' },
        },
        304: notModifiedNote,
        403: {
          description: "The workspace's plan does not include pictures",
          problem: formatNotInPlan(planFormat, 'free', ['markdown']),
        },
        404: notFoundNote,
        503: unavailableNote,
      },
      async handle({ params: { id }, headers, query: _query, body: _body, ...context }) {
        const { file, map } = await exportMapById({ ...dependencies, ...context }, id, 'layout', {})
        const tag = layoutETag(layoutState(map), file.sha256)
        if (matchesETag(headers['If-None-Match'], tag)) return notModified(tag)
        using _ = context.hold(file.bytes.length)
        const { nodes } = await readLayout(file)
        const layout = `{"layout":{"version":${map.version},"isPinned":${Boolean(map.pin)},"nodes":${nodes}}}`
        return jsonResponse(200, layout, { ETag: tag, ...REVALIDATE_HEADERS })
      },
    }),

    defineRoute({
      id: 'pinLayout',
      method: 'put',
      path,
      group: 'Exports',
      summary: 'Pin the layout of a map',
      description:
        'Without a body the layout as it is, else these positions. Pinned services stay where they are in all pictures when the map changes, unless ' +
        'they have `x` and `y` or grow over a neighbour; new ones are placed among them. This makes no version of the map.',
      params: mapParams,
      query: noQuery,
      headers: ifMatchHeader,
      body: { schema: optionalPin, example: { nodes: example.layout.nodes }, formats: [jsonBody], isOptional: true },
      responses: {
        204: { description: 'The layout is pinned' },
        403: planLimitNote,
        404: notFoundNote,
        412: preconditionFailedNote,
        503: unavailableNote,
      },
      async handle({ params: { id }, headers, body, query: _query, ...context }) {
        context.setLoggedMap({ mapId: id })
        await pinLayout({ ...dependencies, ...context }, id, body?.nodes, allowedStates(headers['If-Match']))
        return { status: 204 }
      },
    }),

    defineRoute({
      id: 'unpinLayout',
      method: 'delete',
      path,
      group: 'Exports',
      summary: 'Unpin the layout of a map',
      description: 'Pictures are laid out afresh again.',
      params: mapParams,
      query: noQuery,
      headers: ifMatchHeader,
      responses: {
        204: { description: 'The layout is not pinned' },
        403: readOnlyNote,
        404: notFoundNote,
        412: preconditionFailedNote,
      },
      async handle({ caller, params: { id }, headers, setLoggedMap }) {
        setLoggedMap({ mapId: id })
        await unpinLayout({ ...dependencies, caller }, id, allowedStates(headers['If-Match']))
        return { status: 204 }
      },
    }),
  ]
}
