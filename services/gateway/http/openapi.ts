import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import type { RequestBody } from './body.ts'
import { REQUEST_ID_HEADER } from './exchange.ts'
import { LIMIT_WINDOW_SECONDS } from '../auth/limit.ts'
import { PROBLEM_TYPE, problemSchema } from './problems.ts'
import { type ResponseNote, retryAfterNote, type Route, routeGroups } from './route.ts'

const everyAnswer: Record<string, string> = {
  [REQUEST_ID_HEADER]: 'The id that the request is logged under',
  RateLimit: `What is left of the quota, and the seconds until it is whole again: "default";r=119;t=41`,
  'RateLimit-Policy': `The quota and its window in seconds: "default";q=120;w=${LIMIT_WINDOW_SECONDS}`,
}
const routeResponses: Record<number, ResponseNote> = {
  400: { description: 'The request is not valid; `fields` names what to change' },
  401: { description: 'Missing or invalid token', headers: { 'WWW-Authenticate': 'Always Bearer' } },
  405: { description: 'The path exists, but not with this method', headers: { Allow: 'The methods that it has' } },
  429: { description: 'Rate limit exceeded', headers: retryAfterNote },
  503: { description: 'Not possible right now: try again', headers: retryAfterNote },
}
const bodyResponses: Record<number, ResponseNote> = {
  413: { description: 'The body is too large' },
  415: { description: 'The body is of another type, or has a `Content-Encoding` that its type does not take' },
}
const requestIdSchema = z
  .string()
  .optional()
  .describe('An id of your own for the request, which the answer repeats; up to 128 letters, digits and `._:+=-`')

/** The OpenAPI 3.1 document of these routes, as JSON text. */
export function openApiJson(routes: readonly Route[], base: string, version: string): string {
  const content: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Maps Service',
      version,
      description:
        'Architecture maps of a workspace: services with their monthly cost, and the connections between them. ' +
        'Read, write and export them with a workspace token.',
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    tags: Object.entries(routeGroups).map(([name, description]) => ({ name, description })),
    servers: [{ url: base }],
    security: [{ workspaceToken: [] }],
    components: { securitySchemes: { workspaceToken: { type: 'http', scheme: 'bearer' } } },
    paths: pathsOf(routes.filter((it) => !it.isUndocumented)),
  }
  return JSON.stringify(createDocument(content, { override: tellDefault }))
}

/** Generators take a field with a `default` for one that is always there, which it is not in what a client sends. */
function tellDefault({ jsonSchema, io }: Parameters<ZodOpenApiOverride>[0]): void {
  if (io !== 'input' || jsonSchema.default === undefined) return
  const standard = `\`${JSON.stringify(jsonSchema.default)}\` where it is not set`
  jsonSchema.description = jsonSchema.description ? `${jsonSchema.description}; ${standard}` : standard
  delete jsonSchema.default
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const byPath = Map.groupBy(routes, (it) => it.path)
  return Object.fromEntries(
    [...byPath].map(([path, ofPath]) => [path, Object.fromEntries(ofPath.map((it) => [it.method, operationOf(it)]))]),
  )
}

function operationOf({ id, group, summary, description, params, query, headers, body, responses }: Route) {
  return {
    operationId: id,
    tags: [group],
    summary,
    description,
    requestParams: {
      path: params,
      query,
      header: z.object({ ...headers?.shape, [REQUEST_ID_HEADER]: requestIdSchema }),
    },
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: responsesOf([routeResponses, body ? bodyResponses : {}, responses]),
  }
}

/** One format alone: some generators, given several, choose none and send text. */
function contentOf({ schema, example, formats: [format] }: RequestBody<unknown>) {
  return { [format.mediaType]: { schema, example } }
}

/** Later notes on a status add to earlier ones. */
function responsesOf(notes: readonly Record<number, ResponseNote>[]): ZodOpenApiResponsesObject {
  const responses: Record<string, object> = {}
  for (const status of notes.flatMap((it) => Object.keys(it).map(Number))) {
    const ofStatus = notes.flatMap((it) => it[status] ?? [])
    const headers = Object.assign({}, everyAnswer, ...ofStatus.map((it) => it.headers)) as Record<string, string>
    const { description, content } = ofStatus.at(-1)!
    const schemas = status >= 400 ? { [PROBLEM_TYPE]: problemSchema } : content
    responses[status] = {
      description,
      headers: mapValues(headers, (note) => ({ description: note, schema: { type: 'string' } })),
      ...(schemas && { content: mapValues(schemas, (schema) => ({ schema })) }),
    }
  }
  return responses as ZodOpenApiResponsesObject
}

function mapValues<In, Out>(record: Record<string, In>, change: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
