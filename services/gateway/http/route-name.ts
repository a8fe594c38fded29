import type { Request } from 'express'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** The request's method, as a metric label of low cardinality. */
export function methodOf({ method }: Request): string {
  return methods.has(method) ? method : 'other'
}

/** The path pattern of a request's route, never the requested URL; `none` for requests without a route. */
export function routeOf({ route }: Request): string {
  return (route as { path: string } | undefined)?.path ?? 'none'
}
