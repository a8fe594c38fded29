import { InsufficientScope, type ServiceError } from '@maps/shared/errors'
import { type IRouter, type Request, type RequestHandler, type Response, Router } from 'express'
import type { z } from 'zod'
import { acceptedType } from './accept.ts'
import { clientDisconnected } from './client-disconnected.ts'
import { allowedMethods, type Method, refuseOtherMethods } from './methods.ts'
import { type HttpResponse, respond } from './response.ts'
import { compileBody, hasBody, type RequestBody } from './body.ts'
import { compileCheck, compileQueryCheck } from '../validation/check.ts'
import type { Release } from './held-bytes.ts'
import { type Caller, clientOf, type LoggedMap, stateOf } from './request-state.ts'

/** Base path of the API, version included. */
export const API_BASE = '/api/v1'

/** A request of a caller, without Express. */
export interface RequestContext {
  caller: Caller
  requestId: string
  /** Sets the map and file that the access log names for this request. */
  setLoggedMap(loggedMap: LoggedMap): void
  /** Says that the request asks for a file of a worker, so that its time and its failures count as those of an export. */
  markAsExport(): void
  /** Selects the media type of the response that the client prefers, the first if it accepts any. @throws ServiceError 406 */
  accepts<Type extends string>(mediaTypes: readonly Type[]): Type
  /** Returns a signal that is aborted when the client disconnects or has the whole response. */
  signal(): AbortSignal
  /** Reserves bytes that the request holds while it waits, in the ledger, until the result is disposed. @throws Unavailable if there is no room */
  hold(bytes: number): Disposable
  /** Reserves bytes that the request will read. Waits up to 2 s for room, then throws like `hold`. */
  holdInTime(bytes: number): Promise<Release>
  /** The most bytes of which the request can hold this many copies now. */
  room(copies?: number): number
  /** Bytes that are reserved for the answer: those of the body, or what `makeAnswerRoom` has reserved. */
  answerRoom(): number
  /** Makes room for an answer of so many bytes in all: to be called before a change that could not be answered otherwise. @throws Unavailable if there is none */
  makeAnswerRoom(bytes: number): Promise<void>
}

/** A request with validated input, for the handler of its route. */
export interface RouteContext<Params, Query, Body, Headers> extends RequestContext {
  params: Params
  query: Query
  body: Body
  headers: Headers
}

/** Tags of the OpenAPI document, with their descriptions. */
export const routeGroups = {
  Maps: 'Reading and writing maps',
  Exports: 'Downloading maps as files',
  Workspace: 'What the token may do, and how much room is left',
} as const

/** A response of one status, for the OpenAPI document. */
export interface ResponseNote {
  description: string
  content?: Record<string, z.ZodType>
  /** Example of a successful body of the first media type, for the example map. */
  example?: unknown
  /** An error whose problem document is the example. */
  problem?: ServiceError
  headers?: Record<string, string>
}

/** The header of a response that asks the client to try again, for the OpenAPI document. */
export const retryAfterNote = { 'Retry-After': 'Seconds until the next try may succeed' }

/** A route as a record. Its Express handler, checks and OpenAPI operation are made from it. */
export interface Route<Params = unknown, Query = unknown, Body = unknown, Headers = unknown> {
  method: Method
  /** Name in generated clients: the document's `operationId`. */
  id: string
  /** Path in the form of OpenAPI, as in `/maps/{id}`. */
  path: string
  group: keyof typeof routeGroups
  summary: string
  description: string
  params: z.ZodType<Params> & z.ZodObject
  query: z.ZodType<Query> & z.ZodObject
  body?: RequestBody<Body>
  /** Request headers that the handler reads, by their usual names. */
  headers?: z.ZodObject & z.ZodType<Headers>
  /** Responses by status. `openapi.ts` adds the responses common to all routes. */
  responses: Record<number, ResponseNote>
  /** Whether the route stores nothing, though its method is not GET: read-only tokens may use it. */
  isReadOnly?: true
  /** Whether the OpenAPI document omits the route. */
  isUndocumented?: true
  handle(context: RouteContext<Params, Query, Body, Headers>): Promise<HttpResponse>
}

/** Defines a route. The types of its handler derive from its schemas. */
export function defineRoute<Params, Query, Body = undefined, Headers = undefined>(
  route: Route<Params, Query, Body, Headers>,
): Route {
  return route
}

/** Adds routes under a base path to a router. Other methods of their paths get 405. */
export function serveRoutes(router: IRouter, base: string, routes: readonly Route[]): void {
  for (const [path, routesOfPath] of groupByPath(base, routes)) {
    const { 'Accept-Patch': acceptPatch } = capabilitiesOf(routesOfPath)
    const expressRoute = router.route(path)
    if (acceptPatch !== undefined) {
      expressRoute.all((_request, response, next) => {
        response.setHeader('Accept-Patch', acceptPatch)
        next()
      })
    }
    for (const route of routesOfPath) expressRoute[route.method](toHandler(route))
    expressRoute.all(refuseOtherMethods(routesOfPath.map((it) => it.method)))
  }
}

/**
 * Creates the handler that answers OPTIONS for the paths of these routes, for clients without a token too. It passes every other request on. It has
 * a router of its own, so that other requests do not pay for finding their route twice.
 */
export function answerOptions(base: string, routes: readonly Route[]): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  for (const [path, routesOfPath] of groupByPath(base, routes)) {
    const headers = capabilitiesOf(routesOfPath)
    router.options(path, (_request, response) => respond(response, { status: 204, headers }))
  }
  return (request, response, next) => (request.method === 'OPTIONS' ? router(request, response, next) : next())
}

/** Groups routes by their paths, in the form of Express, as in `/api/v1/maps/:id`. */
function groupByPath(base: string, routes: readonly Route[]): Map<string, Route[]> {
  return Map.groupBy(routes, (it) => base + it.path.replaceAll(/\{(\w+)\}/g, ':$1'))
}

/** Headers with what a path can do: its methods, and the media types of a change (https://www.rfc-editor.org/rfc/rfc5789#section-3.1). */
function capabilitiesOf(routes: readonly Route[]): { Allow: string; 'Accept-Patch'?: string } {
  const change = routes.find((it) => it.method === 'patch')?.body
  return {
    Allow: allowedMethods(routes.map((it) => it.method)),
    ...(change && { 'Accept-Patch': change.formats.map((it) => it.mediaType).join(', ') }),
  }
}

function toHandler(route: Route) {
  const checkParams = compileCheck(route.params, 'The path')
  const checkQuery = compileQueryCheck(route.query)
  const readHeaders = route.headers && compileHeaders(route.headers)
  const readBody = route.body && compileBody(route.body)
  return async (request: Request, response: Response): Promise<void> => {
    const context = requestContext(response)
    if (context.caller.isReadOnly && route.method !== 'get' && !route.isReadOnly) throw new InsufficientScope()
    const handle = async (body?: unknown): Promise<HttpResponse> =>
      route.handle({
        ...context,
        body,
        params: checkParams(request.params),
        query: checkQuery(request.query),
        headers: readHeaders?.(request),
      })
    const isBodyRead = readBody && (!route.body?.isOptional || hasBody(request))
    await respond(response, isBodyRead ? await readBody(request, response, handle) : await handle())
  }
}

/** The context of a request. Its caller is set only if `authenticate` has run. */
export function requestContext(response: Response): RequestContext {
  const state = stateOf(response)
  return {
    caller: state.caller!,
    requestId: state.requestId,
    setLoggedMap: (loggedMap) => (state.loggedMap = loggedMap),
    markAsExport: () => (state.isExport = true),
    accepts: (mediaTypes) => acceptedType(response, mediaTypes),
    signal: () => signalOf(response),
    hold(bytes) {
      const held = new DisposableStack()
      held.defer(state.heldBytes.reserve(clientOf(response), bytes))
      return held
    },
    holdInTime: (bytes) => state.heldBytes.reserveInTime(clientOf(response), bytes),
    room: (copies = 1) => Math.floor(state.heldBytes.roomFor(clientOf(response)) / copies),
    answerRoom: () => state.hold.bytes,
    makeAnswerRoom: (bytes) => state.hold.growInTime(bytes),
  }
}

/** Compiles a route's headers into a function that picks them from a request and checks them. */
function compileHeaders<Headers>(schema: z.ZodObject & z.ZodType<Headers>): (request: Request) => Headers {
  const check = compileCheck(schema, 'A header')
  const names = Object.keys(schema.shape).map((name) => [name, name.toLowerCase()] as const)
  return ({ headers }) => {
    const given = names.filter(([, key]) => headers[key] !== undefined)
    return check(Object.fromEntries(given.map(([name, key]) => [name, headers[key]])))
  }
}

/** Returns a signal that is aborted when the client has disconnected or has its whole response. */
export function signalOf(response: Response): AbortSignal {
  const closed = new AbortController()
  response.once('close', () => closed.abort(clientDisconnected))
  if (response.destroyed) closed.abort(clientDisconnected)
  return closed.signal
}
