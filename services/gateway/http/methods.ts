import { ServiceError } from '@maps/shared/errors'
import type { RequestHandler, Router } from 'express'
import { respond } from './response.ts'

/** HTTP methods of routes; `get` serves HEAD too, and each path OPTIONS. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Creates the handler for all other methods of a path: OPTIONS gets the methods that it has, any other one 405. */
export function refuseOtherMethods(methods: readonly Method[]): RequestHandler {
  return async ({ method }, response) => {
    if (method !== 'OPTIONS') throw methodNotAllowed(method, methods)
    await respond(response, { status: 204, headers: { Allow: allowedMethods(methods) } })
  }
}

/** Serves GET and HEAD of a path, and refuses all other methods. @typeParam Params the parameters of the path that its handlers read */
export function serveGet<Params = object>(router: Router, path: string, ...handlers: RequestHandler<Params>[]): void {
  router
    .route(path)
    .get(...(handlers as RequestHandler[]))
    .all(refuseOtherMethods(['get']))
}

/** 405: the path exists, but not with this method. */
export function methodNotAllowed(method: string, methods: readonly Method[]): ServiceError {
  const allowed = allowedMethods(methods)
  return new ServiceError(405, `${method} is not possible here. Possible: ${allowed}.`, { headers: { Allow: allowed } })
}

/** The value of `Allow` for a path with these methods. */
export function allowedMethods(methods: readonly Method[]): string {
  return [...methods.flatMap((it) => (it === 'get' ? ['GET', 'HEAD'] : [it.toUpperCase()])), 'OPTIONS'].join(', ')
}
