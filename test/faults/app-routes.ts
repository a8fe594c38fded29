import { createLogger } from '@maps/shared/logger'
import { type AppDependencies, createApp } from '../../services/gateway/app.ts'
import { settings } from '../../services/gateway/config.ts'

/** A layer of Express's router: a route, or middleware, which may be a router with layers of its own. */
interface Layer {
  route?: { path: string; stack: { method?: string }[] }
  handle: { stack?: Layer[] }
}

/** Lists the routes of the gateway's app by method and path pattern, as in `GET /api/v1/maps/:id`. */
export function listAppRoutes(): string[] {
  // Dependencies are used by requests alone.
  const unused = {} as AppDependencies
  const app = createApp({
    ...unused,
    log: createLogger('gateway', 'silent'),
    metrics: {} as AppDependencies['metrics'],
    tokens: {} as AppDependencies['tokens'],
    plans: settings.shape.PLANS.parse(undefined),
    publicUrl: 'http://localhost',
    corsOrigins: [],
    trustedProxies: 0,
    isTraced: false,
  })
  return [...new Set(routesOf((app.router as unknown as { stack: Layer[] }).stack))]
}

function routesOf(layers: readonly Layer[]): string[] {
  return layers.flatMap(({ route, handle }) => {
    if (!route) return routesOf(handle.stack ?? [])
    // The handler of all other methods, which refuses them, has no method.
    return route.stack.flatMap(({ method }) => (method ? [`${method.toUpperCase()} ${route.path}`] : []))
  })
}
