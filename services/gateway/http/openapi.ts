import { TooManyRequests, Unauthorized, Unavailable, type ServiceError } from '@maps/shared/errors'
import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { overrideSchemas } from './openapi-schemas.ts'
import { payloadTooLarge, type RequestBody, unsupportedMediaType } from './body.ts'
import { compileCheck } from '../validation/check.ts'
import { REQUEST_ID_HEADER, TOKEN_PREFIX } from './request-state.ts'
import { type Method, methodNotAllowed } from './methods.ts'
import { LIMIT_WINDOW_SECONDS } from './rate-limit.ts'
import { requestTimedOut } from './parse-errors.ts'
import { internalError, PROBLEM_TYPE, problemOf, problemSchema } from './problems.ts'
import { type ResponseNote, retryAfterNote, type Route, routeGroups } from './route.ts'

/** Where a token comes from, for readers of the document. */
const workspaceToken = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: `${TOKEN_PREFIX} and 36 letters and digits`,
  description:
    'A token of a workspace. The operator of the service creates it, with `npm run admin -- token create --workspace <name> --name <name>`, and ' +
    'chooses when it expires and whether it may only read; `npm start` prints one.',
} as const

/** Headers of every response, with their descriptions. */
const commonHeaders: Record<string, string> = {
  [REQUEST_ID_HEADER]: 'The id that the request is logged under',
  RateLimit: `What is left of the quota, and the seconds until it is whole again: "default";r=119;t=41`,
  'RateLimit-Policy': `The quota and its window in seconds: "default";q=120;w=${LIMIT_WINDOW_SECONDS}`,
}
/** Id of the map in examples. */
export const EXAMPLE_MAP_ID = '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90'
/** The request id in examples. */
const EXAMPLE_REQUEST_ID = '0198b2f0-7d3e-7c41-9a52-3f6a7b8c9d01'
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
    components: {
      securitySchemes: { workspaceToken },
      headers: describeHeaders(commonHeaders),
      responses: sharedResponses({ ...commonFailures, ...bodyFailures }, `${base}/maps`),
    },
    paths: pathsOf(
      routes.filter((it) => !it.isUndocumented),
      base,
    ),
  }
  const bodies = new Set<unknown>(routes.map((it) => it.body?.schema))
  return JSON.stringify(createDocument(content, { override: overrideSchemas(bodies) }))
}

function pathsOf(routes: readonly Route[], base: string): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const [path, routesOfPath] of Map.groupBy(routes, (it) => it.path)) {
    const methods = routesOfPath.map((it) => it.method)
    const url = base + path.replace('{id}', EXAMPLE_MAP_ID).replace('{version}', '1')
    paths[path] = Object.fromEntries(routesOfPath.map((it) => [it.method, operationOf(it, methods, url)]))
  }
  return paths
}

function operationOf(route: Route, methods: readonly Method[], exampleUrl: string) {
  const { id, group, summary, description, params, query, headers, body, responses } = route
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
    ...(body && { requestBody: { required: !body.isOptional, content: contentOf(body) } }),
    responses: responsesOf(
      { ...commonFailures, ...(body && bodyFailures) },
      [ownFailures(route, methods), responses],
      exampleUrl,
    ),
  }
}

/** Failures that are the same on every route that has no note of its own on them, by status. */
const commonFailures: Record<number, ResponseNote> = {
  401: {
    description:
      'Missing or invalid token; `detail` says which, but of an unknown, an expired and a revoked one the same',
    headers: { 'WWW-Authenticate': 'Always Bearer' },
    problem: new Unauthorized('missing'),
  },
  429: { description: 'Rate limit exceeded', headers: retryAfterNote, problem: new TooManyRequests(41) },
  500: { description: 'A fault of the service; the operator finds it by `requestId`', problem: internalError() },
  503: {
    description:
      'Not possible right now: try again. `detail` names what is missing, such as the database or memory for the body',
    headers: retryAfterNote,
    problem: new Unavailable('The database is not available. Try again shortly.', 1),
  },
}

/** Failures that are the same on every route with a body. */
const bodyFailures: Record<number, ResponseNote> = {
  408: { description: 'The body arrived too slowly', problem: requestTimedOut() },
  413: { description: 'The body is too large', problem: payloadTooLarge() },
}

/** Failures of a route that depend on its methods, its query or its body. */
function ownFailures({ query, body }: Route, methods: readonly Method[]): Record<number, ResponseNote> {
  const missing = methods.includes('put') ? 'POST' : 'PUT'
  const invalid = body
    ? errorFor(body.schema, body.formats[0].what, invalidExample)
    : errorFor(query, 'The query string', { colour: 'red' })
  return {
    400: { description: 'The request is not valid; `fields` names what to change', problem: invalid },
    405: {
      description: 'The path exists, but not with this method',
      headers: { Allow: 'The methods that it has' },
      problem: methodNotAllowed(missing, methods),
    },
    ...(body && {
      415: {
        description: 'The body is of another type, or has a `Content-Encoding` that its type does not take',
        problem: unsupportedMediaType(body.formats),
      },
    }),
  }
}

const invalidExample = { name: 'Web shop', edges: [{ source: 'web', target: 'api', color: 'url(#blue)' }] }

/** Returns the error of a check for an invalid value. */
function errorFor(schema: z.ZodType, what: string, value: unknown): ServiceError {
  try {
    compileCheck(schema, what)(value)
  } catch (error) {
    return error as ServiceError
  }
  throw new Error(`${what} of the example is valid.`)
}

/** Describes the first format of a body: given several, some generators choose none and send text. */
function contentOf({ schema, example, formats: [format] }: RequestBody<unknown>) {
  return { [format.mediaType]: { schema, example } }
}

/** Describes responses that many routes have, under the names of their statuses, so that the document has each once. */
function sharedResponses(
  notes: Record<number, ResponseNote>,
  exampleUrl: string,
): Record<string, ZodOpenApiResponseObject> {
  const named = Object.entries(notes).map(([status, note]) => [nameOf(status), responseOf([note], exampleUrl)] as const)
  return Object.fromEntries(named)
}

/** Name of the response that the failures of a status share. */
function nameOf(status: string): string {
  return STATUS_CODES[status]!.replaceAll(' ', '')
}

/**
 * Describes the responses of an operation.
 * @param shared notes of which an operation without others of the same status has the shared response
 * @param own notes of the operation; later ones extend earlier ones and the shared one of their status
 */
function responsesOf(
  shared: Record<number, ResponseNote>,
  own: readonly Record<number, ResponseNote>[],
  exampleUrl: string,
): ZodOpenApiResponsesObject {
  const statuses = new Set([shared, ...own].flatMap((it) => Object.keys(it)))
  const responses = [...statuses].map((status) => {
    const notes = own.flatMap((it) => it[Number(status)] ?? [])
    if (notes.length === 0) return [status, { $ref: `#/components/responses/${nameOf(status)}` }] as const
    return [status, responseOf([shared[Number(status)] ?? [], notes].flat(), exampleUrl)] as const
  })
  return Object.fromEntries(responses)
}

/** Describes a response. @param notes later ones extend earlier ones */
function responseOf(notes: readonly ResponseNote[], exampleUrl: string): ZodOpenApiResponseObject {
  const headers = Object.assign({}, ...notes.map((it) => it.headers)) as Record<string, string>
  const { description, content, example, problem } = Object.assign({}, ...notes) as ResponseNote
  const schemas = problem ? { [PROBLEM_TYPE]: problemSchema } : content
  const [firstSchema] = Object.values(schemas ?? {})
  const sample = problem ? problemOf(problem, exampleUrl, EXAMPLE_REQUEST_ID) : example
  return {
    description,
    headers: {
      ...mapValues(commonHeaders, (_, name) => ({ $ref: `#/components/headers/${name}` })),
      ...describeHeaders(headers),
    },
    ...(schemas && {
      content: mapValues(schemas, (schema) => {
        return { schema, ...(sample !== undefined && schema === firstSchema && { example: sample }) }
      }),
    }),
  }
}

function describeHeaders(notes: Record<string, string>) {
  return mapValues(notes, (description) => ({ description, schema: { type: 'string' as const } }))
}

function mapValues<In, Out>(record: Record<string, In>, change: (value: In, key: string) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
}
