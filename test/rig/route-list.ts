import { createLogger } from '@maps/shared/logger'
import { defaultPlans } from '@maps/shared/plans'
import type { Express } from 'express'
import { type AppDependencies, createApp } from '../../services/gateway/app.ts'

/** The part of an Express router's layer that tells its routes. */
interface Layer {
  route?: { path: string; stack: { method?: string }[] }
  handle: { stack?: Layer[] }
}

/** Creates the gateway's app with nothing behind its routes except `used`. */
export function createBareApp(used: Partial<AppDependencies> = {}): Express {
  // Nothing of these is used before the first request.
  const unused = { metrics: {}, health: {}, limiter: {}, tokens: {}, maps: {}, exporter: {} }
  const settings = { plans: defaultPlans, publicUrl: 'http://localhost', corsOrigins: [], trustedProxies: 0 }
  const log = createLogger('test', 'silent')
  return createApp({ ...unused, ...settings, log, isTraced: false, ...used } as unknown as AppDependencies)
}

/** Lists every route of the gateway, as in `GET /api/v1/maps/:id`. Handlers for all other methods are left out. */
export function listRoutes({ router } = createBareApp()): string[] {
  return [...new Set(routesOf(router.stack as unknown as Layer[]))]
}

function routesOf(stack: readonly Layer[]): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (!route) return routesOf(handle.stack ?? [])
    return route.stack.flatMap(({ method }) => (method ? [`${method.toUpperCase()} ${route.path}`] : []))
  })
}
