import { createDocument, type ZodOpenApiPathsObject, type ZodOpenApiResponsesObject } from 'zod-openapi'
import type { RequestBody } from './body.ts'
import { REQUEST_ID_HEADER } from './exchange.ts'
import { LIMIT_WINDOW_SECONDS } from './limit.ts'
import { PROBLEM_TYPE, problemSchema } from './problems.ts'
import type { AnswerNote, Route } from './route.ts'

const everyAnswer: Record<string, string> = {
  [REQUEST_ID_HEADER]: 'The id that the request is logged under',
  RateLimit: `What is left of the quota, and the seconds until it is whole again: "default";r=119;t=41`,
  'RateLimit-Policy': `The quota and its window in seconds: "default";q=120;w=${LIMIT_WINDOW_SECONDS}`,
}
const everyRoute: Record<number, AnswerNote> = {
  401: { description: 'Missing or invalid token', headers: { 'WWW-Authenticate': 'Always Bearer' } },
  429: { description: 'Rate limit exceeded', headers: { 'Retry-After': 'Seconds until the next try may succeed' } },
}

const everyBody: Record<number, AnswerNote> = {
  413: { description: 'The body is too large' },
  415: { description: 'The body is of another type, or has a `Content-Encoding` that its type does not take' },
}

/** The OpenAPI 3.1 document of these routes, as JSON text. */
export function openApiJson(routes: readonly Route[], base: string, version: string): string {
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Maps Service',
      version,
      description:
        'Architecture maps of a workspace: services with their monthly cost, and the connections between them. ' +
        'Read, write and export them with a workspace token.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base }],
    security: [{ workspaceToken: [] }],
    components: { securitySchemes: { workspaceToken: { type: 'http', scheme: 'bearer' } } },
    paths: pathsOf(routes),
  })
  return JSON.stringify(document)
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const byPath = Map.groupBy(routes, (it) => it.path)
  return Object.fromEntries(
    [...byPath].map(([path, ofPath]) => [path, Object.fromEntries(ofPath.map((it) => [it.method, operationOf(it)]))]),
  )
}

function operationOf(route: Route) {
  const { group, summary, description, params, query, queryNote, body, answers } = route
  return {
    operationId:
      `${route.method}${route.path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`.replace(
        /\W+$/,
        '',
      ),
    tags: [group],
    summary,
    ...(description !== undefined && { description }),
    requestParams: { path: params as never, query: (queryNote ?? query) as never },
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: responsesOf({ ...answers, ...(body && everyBody), ...everyRoute }),
  }
}

function contentOf({ schema, formats }: RequestBody<unknown>) {
  return Object.fromEntries(formats.map((it) => [it.mediaType, { schema: it.schema ?? schema }]))
}

function responsesOf(answers: Record<number, AnswerNote>): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { description, content, headers }]) => {
      const isProblem = Number(status) >= 400
      const schemas = isProblem ? { [PROBLEM_TYPE]: problemSchema } : content
      return [
        status,
        {
          description,
          headers: Object.fromEntries(
            Object.entries({ ...everyAnswer, ...headers }).map(([name, note]) => [
              name,
              { description: note, schema: { type: 'string' as const } },
            ]),
          ),
          ...(schemas && {
            content: Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }])),
          }),
        },
      ]
    }),
  ) as ZodOpenApiResponsesObject
}
