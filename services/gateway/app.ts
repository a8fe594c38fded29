import type { Logger } from '@maps/shared/logger'
import type { PlanTable } from '@maps/shared/plans'
import express, { type Express } from 'express'
import helmet, { type HelmetOptions } from 'helmet'
import type { Exporter } from './exports/exporter.ts'
import { accessLog } from './http/access-log.ts'
import { jsonResponse, respond } from './http/response.ts'
import { docsRoutes } from './docs/routes.ts'
import { wellKnownRoutes } from './docs/well-known.ts'
import { authenticate } from './auth/authenticate.ts'
import { compress, compressOnce } from './http/compress.ts'
import { allowOrigins, anyOrigin, refuseForeignOrigins } from './http/cors.ts'
import { stateOf, setRequestState } from './http/request-state.ts'
import { checkHeaders } from './http/check-headers.ts'
import { refuseUntilStarted, type Health, healthRoutes } from './http/health.ts'
import { refuseOtherMethods } from './http/methods.ts'
import { rateLimit, rateLimitByAddress, type RateLimiter } from './http/rate-limit.ts'
import { openApiJson } from './http/openapi.ts'
import { handleErrors, unknownRoute } from './http/problems.ts'
import { parseQuery } from './http/query-string.ts'
import { answerOptions, API_BASE, serveRoutes } from './http/route.ts'
import { traceRequests } from './http/trace-requests.ts'
import { createHeldBytes } from './http/held-bytes.ts'
import { MCP_PATH, mcpRoutes } from './mcp/mcp-route.ts'
import type { GatewayMetrics } from './operations/metrics.ts'
import { measureRequests } from './operations/request-metrics.ts'
import { exportRoutes } from './routes/exports.ts'
import { layoutRoutes } from './routes/layout.ts'
import { mapRoutes } from './routes/maps.ts'
import { previewRoutes } from './routes/previews.ts'
import { revisionRoutes } from './routes/revisions.ts'
import { shareUrl, shareRoutes } from './routes/share.ts'
import { showShareError } from './routes/share-error-page.ts'
import { workspaceRoutes } from './routes/workspace.ts'
import type { MapStore } from './store/maps.ts'
import type { TokenStore } from './store/tokens.ts'

const API_VERSION = '1.0.0'
const DOCUMENT_PATH = `${API_BASE}/openapi.json`

/** Security headers of API responses. Routes of HTML pages add their own. */
const apiHeaders: HelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
}

/** The dependencies of the app. */
export interface AppDependencies {
  log: Logger
  /** Id of this build. */
  build: string
  metrics: GatewayMetrics
  health: Health
  plans: PlanTable
  limiter: RateLimiter
  tokens: TokenStore
  maps: MapStore
  exporter: Exporter
  publicUrl: string
  /** URL at which a vulnerability is reported. Default: the page about it. */
  securityContact: string | undefined
  /** Origins whose pages may call the API from a browser. */
  corsOrigins: readonly string[]
  /** Number of proxies in front of the gateway whose `X-Forwarded-For` is trusted. */
  trustedProxies: number
  isTraced: boolean
}

/** Creates the Express app: its middleware is the path of a request, top to bottom. */
export function createApp({
  log,
  build,
  metrics,
  health,
  plans,
  limiter,
  tokens,
  maps,
  exporter,
  publicUrl,
  securityContact,
  corsOrigins,
  trustedProxies,
  isTraced,
}: AppDependencies): Express {
  const shareUrlOf = (shareId: string): string => shareUrl(publicUrl, shareId)
  const routes = [
    ...mapRoutes({ maps, shareUrl: shareUrlOf }),
    ...revisionRoutes({ maps }),
    ...exportRoutes({ maps, exporter }),
    ...layoutRoutes({ maps, exporter }),
    ...previewRoutes({ exporter }),
    ...workspaceRoutes({ tokens }),
  ]
  const openApiBytes = Buffer.from(openApiJson(routes, API_BASE, API_VERSION))
  const openApiDocument = compressOnce({ ...jsonResponse(200, openApiBytes, anyOrigin), body: openApiBytes })
  const app = express()
  app
    .disable('x-powered-by')
    .disable('etag')
    .enable('case sensitive routing')
    .enable('strict routing')
    .set('query parser', parseQuery)
    .set('trust proxy', trustedProxies)

  app.use(setRequestState(createHeldBytes(), [accessLog(log), measureRequests(metrics)]))
  app.use(helmet(apiHeaders))
  app.use(compress())
  if (isTraced) app.use(traceRequests())
  if (corsOrigins.length > 0) app.use([API_BASE, MCP_PATH], allowOrigins(corsOrigins))
  app.use(checkHeaders)
  app
    .route(DOCUMENT_PATH)
    .get(rateLimitByAddress(limiter, 'openapi'), (request, response) => respond(response, openApiDocument(request)))
    .all(refuseOtherMethods(['get']))
  app.use(answerOptions(API_BASE, routes))
  app.use(MCP_PATH, refuseForeignOrigins([publicUrl, ...corsOrigins]))
  app.use(
    [API_BASE, MCP_PATH],
    refuseUntilStarted(health),
    authenticate({ findOwner: tokens.findOwner, plans, limiter }),
    rateLimit(limiter, (_request, response) => {
      const { workspaceId, plan } = stateOf(response).caller!
      return { key: workspaceId, quota: plan.requestsPerMinute }
    }),
  )
  serveRoutes(app, API_BASE, routes)
  const apiUrl = publicUrl + API_BASE
  app.use(mcpRoutes({ log, build, maps, exporter, apiUrl, shareUrl: shareUrlOf, onToolDone: metrics.observeToolCall }))
  const addresses = { publicUrl, apiBase: API_BASE, documentPath: DOCUMENT_PATH, mcpPath: MCP_PATH }
  app.use(docsRoutes(limiter, addresses))
  app.use(wellKnownRoutes(limiter, addresses, securityContact))
  app.use(healthRoutes(health))
  app.use(refuseUntilStarted(health))
  app.use(shareRoutes({ maps, exporter, limiter, plans, publicUrl }))
  app.use(unknownRoute)
  app.use('/share/:shareId', showShareError(log))
  app.use(handleErrors(log))
  return app
}
