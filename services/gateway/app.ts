import type { Logger } from '@maps/shared/logger'
import type { PlanTable } from '@maps/shared/plans'
import express, { type Express, Router } from 'express'
import type { Exporter } from './exporter.ts'
import { accessLog } from './http/access-log.ts'
import { safeHeaders } from './http/answer-headers.ts'
import { authenticate } from './http/authenticate.ts'
import { findCaller } from './http/caller.ts'
import { docsRoutes } from './http/docs.ts'
import { checkHead } from './http/head.ts'
import { awaitStart, type Health, healthRoutes } from './http/health.ts'
import { limit, type RateLimiter } from './http/limit.ts'
import { openApiJson } from './http/openapi.ts'
import { answerProblems, unknownRoute } from './http/problems.ts'
import { API_BASE, serveRoutes } from './http/route.ts'
import { traceRequests } from './http/trace.ts'
import type { GatewayMetrics } from './metrics.ts'
import { measureRequests } from './metrics-requests.ts'
import { exportRoutes } from './routes/exports.ts'
import { mapRoutes } from './routes/maps.ts'
import { shareAddress, shareRoutes } from './routes/share.ts'
import type { MapStore } from './store/maps.ts'
import type { TokenStore } from './store/tokens.ts'

const API_VERSION = '1.0.0'

export interface AppParts {
  log: Logger
  metrics: GatewayMetrics
  health: Health
  plans: PlanTable
  limiter: RateLimiter
  tokens: TokenStore
  maps: MapStore
  exporter: Exporter
  publicUrl: string
  /** How many proxies in front of us may say who the client is. */
  trustedProxies: number
  isTraced: boolean
}

/** The path of a request, top to bottom. */
export function createApp(parts: AppParts): Express {
  const { log, metrics, health, plans, limiter, tokens, maps, exporter, publicUrl, trustedProxies, isTraced } = parts
  const routes = [
    ...mapRoutes({ maps, shareAddress: (shareId) => shareAddress(publicUrl, shareId) }),
    ...exportRoutes({ maps, exporter }),
  ]
  const api = Router().use(
    awaitStart(health),
    authenticate({ findOwner: tokens.findOwner, plans, limiter }),
    limit(limiter, (_request, response) => {
      const { workspaceId, plan } = findCaller(response)!
      return { key: workspaceId, quota: plan.requestsPerMinute }
    }),
    serveRoutes(routes),
  )
  const app = express()
  app
    .disable('x-powered-by')
    .disable('etag')
    .enable('case sensitive routing')
    .set('query parser', 'simple')
    .set('trust proxy', trustedProxies)

  app.use(accessLog(log))
  if (isTraced) app.use(traceRequests())
  app.use(measureRequests(metrics))
  app.use(safeHeaders({ contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } } }))
  app.use(checkHead)
  app.use(docsRoutes(openApiJson(routes, API_BASE, API_VERSION), `${API_BASE}/openapi.json`))
  app.use(API_BASE, api)
  app.use(healthRoutes(health))
  app.use(awaitStart(health))
  app.use(shareRoutes({ maps, exporter, limiter, plans }))
  app.use(unknownRoute)
  app.use(answerProblems(log))
  return app
}
