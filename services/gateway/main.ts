import { setTimeout as sleep } from 'node:timers/promises'
import { openArtifactStore } from '@maps/shared/artifact-store'
import { createBucket } from '@maps/shared/bucket'
import { readBuildId } from '@maps/shared/build-id'
import { readConfig, readLogLevel } from '@maps/shared/config'
import { reportReady, runService } from '@maps/shared/lifecycle'
import { closeAtOnce, httpUrl, portOf } from '@maps/shared/listen'
import { createLogger } from '@maps/shared/logger'
import { createRegistry } from '@maps/shared/metrics'
import { openTracing } from '@maps/shared/tracing'
import { createApp } from './app.ts'
import { settings } from './config.ts'
import { createRendererVersionCache } from './exports/renderer-version-cache.ts'
import { openExportQueue } from './exports/queue.ts'
import { createExportWaiter } from './exports/waiter.ts'
import { createExporter } from './exports/exporter.ts'
import { Health } from './http/health.ts'
import { API_BASE } from './http/route.ts'
import { drain, listen, serve } from './http/server.ts'
import { createInternalApp, listenInternally } from './operations/internal-app.ts'
import { createMetrics } from './operations/metrics.ts'
import { openQueueReader } from './operations/queue-state.ts'
import { openQueuePage } from './operations/queue-page.ts'
import { openRateLimiter } from './auth/rate-limiter.ts'
import { createRecentFiles } from './exports/recent-files.ts'
import { openDatabase } from './store/database.ts'
import { createMapStore } from './store/maps.ts'
import { migrateWhenReachable } from './store/migrate.ts'
import { createTokenStore } from './store/tokens.ts'

const STOP_DEADLINE_MS = 45_000

const log = createLogger('gateway', readLogLevel(process.env))

await runService(log, STOP_DEADLINE_MS, async (open) => {
  const config = readConfig(settings, process.env)
  const build = readBuildId('gateway', config.BUILD_ID)
  const tracing = open.adopt(await openTracing('gateway', config, log, { beginsTraces: true }), (it) => it?.close())
  const database = open.adopt(openDatabase(config.DATABASE_URL, config.DATABASE_CONNECTIONS), (it) =>
    it.end({ timeout: 5 }),
  )
  const { sql } = database
  const limiter = open.adopt(openRateLimiter(config.REDIS_URL, log), (it) => it.close())
  const artifactUrl = config.ARTIFACT_REDIS_URL ?? config.REDIS_URL
  const bucket = createBucket(config)
  const store = open.adopt(openArtifactStore(artifactUrl, log, bucket), (it) => it.close())
  const queue = open.adopt(openExportQueue(config.REDIS_URL, log, tracing?.queue), (it) => it.close())
  const waiter = createExportWaiter(store, log)

  const registry = createRegistry('gateway', build)
  const reader = open.adopt(openQueueReader(config.REDIS_URL, log), (it) => it.close())
  const metrics = createMetrics(registry, {
    countWaiters: waiter.count,
    countQueries: database.countQueries,
    connections: config.DATABASE_CONNECTIONS,
    readQueue: reader.read,
    readQueueServer: reader.readServer,
    checkQueueWrites: reader.checkWrites,
    dependencies: {
      postgres: {
        read: async () => (await database.readState()) !== 'away',
        write: async () => (await database.readState()) === 'writable',
      },
      artifacts: { read: () => store.filterExisting(['none']), write: store.checkWrites },
      ...(bucket && { bucket: { read: () => bucket.isReachable() } }),
    },
  })
  const { REDIS_URL: redisUrl, QUEUE_PAGE_PASSWORD: password } = config
  const page = open.adopt(await openQueuePage({ redisUrl, password, store, limiter, log }), (it) => it?.close())
  const internalApp = createInternalApp({ log, registry, readQueue: reader.read, queuePage: page?.routes })
  const internal = open.adopt(
    await listenInternally(config.INTERNAL_HOST, config.INTERNAL_PORT, internalApp),
    closeAtOnce,
  )

  const server = open.adopt(await listen(config.HOST, config.PORT), drain)
  const health = open.adopt(new Health(database.readState), (health) => {
    health.stop()
    return health.hasStarted && sleep(config.SHUTDOWN_DELAY_MS)
  })
  const port = portOf(server)
  const publicUrl = config.PUBLIC_URL ?? httpUrl(config.HOST, port)
  const app = createApp({
    log,
    build,
    metrics,
    health,
    limiter,
    publicUrl,
    securityContact: config.SECURITY_CONTACT,
    corsOrigins: config.CORS_ORIGINS,
    plans: config.PLANS,
    trustedProxies: config.TRUST_PROXY,
    isTraced: tracing !== undefined,
    tokens: createTokenStore(sql),
    maps: createMapStore(sql),
    exporter: createExporter({
      store,
      queue,
      waiter,
      recentFiles: createRecentFiles(),
      currentRendererVersion: createRendererVersionCache(store),
      apiUrl: publicUrl + API_BASE,
      onOutcome: metrics.observeExport,
    }),
  })
  serve(server, app, log, open.stopping)
  server.on('drop', metrics.countRefusedConnection)

  await migrateWhenReachable(config.DATABASE_URL, open.stopping, log)
  if (open.stopping.aborted) return
  health.start()
  log.info({ port, internalPort: portOf(internal), publicUrl, build }, 'listening')
  reportReady({ port })
})
