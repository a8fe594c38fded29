import { type FileFormat, fileFormatTable, recordOf, writeOptions } from '@maps/shared/file-formats'
import { newMapSchema } from '@maps/shared/map'
import { z } from 'zod'
import type { Exporter } from '../exports/exporter.ts'
import { ExportsUnavailable } from '../exports/errors.ts'
import { exportMap, formatNotInPlan } from '../exports/export-map.ts'
import { notAcceptable } from '../http/accept.ts'
import { jsonBody } from '../http/body.ts'
import { pngBody } from '../http/png-body.ts'
import { defineRoute, type Route } from '../http/route.ts'
import { unsavedMap } from '../maps/unsaved-map.ts'
import { refuseTooManyNodes } from '../maps/workspace-maps.ts'
import { compileQueryCheck } from '../validation/check.ts'
import { contentHeaders } from './file-headers.ts'
import { exampleMap } from './map-openapi.ts'

const { svg, png } = fileFormatTable
/** The formats of previews by their media types, the default first. */
const formats = new Map<string, FileFormat>([
  [svg.contentType, 'svg'],
  [png.contentType, 'png'],
])
const mediaTypes = [...formats.keys()]
const checks = new Map([...formats.values()].map((it) => [it, compileQueryCheck(recordOf(it).options)]))

/** Routes that draw maps without storing them. */
export function previewRoutes({ exporter }: { exporter: Exporter }): Route[] {
  return [
    defineRoute({
      id: 'previewMap',
      method: 'post',
      path: '/previews',
      group: 'Exports',
      summary: 'Draw a map without storing it',
      description:
        'The picture of a map that is stored nowhere, as `Accept` asks: SVG, or PNG. The body is one of `POST /maps`, and the options are those of the ' +
        'picture: SVG has no size. A read-only token may draw, too.',
      params: z.strictObject({}),
      query: z.strictObject({ ...png.options.shape, theme: svg.options.shape.theme }),
      body: { schema: newMapSchema, example: exampleMap, formats: [jsonBody, pngBody] },
      isReadOnly: true,
      responses: {
        200: {
          description: 'The picture',
          content: Object.fromEntries([...formats].map(([mediaType, format]) => [mediaType, recordOf(format).content])),
          example: svg.example,
          headers: { 'X-Export-Scale': png.headers['X-Export-Scale'] },
        },
        403: {
          description: "The workspace's plan does not include pictures, or so many nodes of a map",
          problem: formatNotInPlan(png.planFormat, 'free', ['markdown']),
        },
        406: { description: 'The client accepts neither picture', problem: notAcceptable(mediaTypes) },
        503: {
          description: 'Too many exports are on their way, or this one was not ready in time: try again',
          problem: new ExportsUnavailable(),
        },
      },
      async handle({ query, body, ...context }) {
        const format = formats.get(context.accepts(mediaTypes))!
        const options = writeOptions(checks.get(format)!(writeOptions(query)))
        refuseTooManyNodes(context.caller, body.nodes)
        const map = unsavedMap(context.caller.workspaceId, body)
        const file = await exportMap({ ...context, exporter }, map, format, options)
        return { status: 200, headers: contentHeaders(file, map.name), body: file.bytes }
      },
    }),
  ]
}
