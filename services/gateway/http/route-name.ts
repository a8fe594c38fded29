import type { Request } from 'express'

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

/** The method of a request under few enough names for any store of figures. */
export function methodOf({ method }: Request): string {
  return methods.has(method) ? method : 'other'
}

/** The route as it is written, never the address that was asked for; what no route took counts as one. */
export function routeOf({ route }: Request): string {
  return (route as { path: string } | undefined)?.path ?? 'none'
}
