import { openArtifactStore } from '@maps/shared/artifact-store'
import { createBucket } from '@maps/shared/bucket'
import { readBuildId } from '@maps/shared/build-id'
import { readConfig, readLogLevel } from '@maps/shared/config'
import { reportReady, runService } from '@maps/shared/lifecycle'
import { closeAtOnce, portOf } from '@maps/shared/listen'
import { createLogger } from '@maps/shared/logger'
import { createRegistry } from '@maps/shared/metrics'
import { openTracing } from '@maps/shared/tracing'
import { announceRendererVersion } from './announce-renderer-version.ts'
import { openBrowser } from './browser.ts'
import { createBucketCheck } from './bucket-check.ts'
import { settings } from './config.ts'
import { listenForHealth } from './health.ts'
import { openHeartbeat } from './heartbeat.ts'
import { createMetrics } from './metrics.ts'
import { createReadiness } from './readiness.ts'
import { createStoreWatch } from './store-watch.ts'
import { createRender } from './threads/render.ts'
import { openWarmThreads } from './threads/warm-threads.ts'
import { openWorker } from './worker.ts'

const STOP_DEADLINE_MS = 20_000

const log = createLogger('render-worker', readLogLevel(process.env))

await runService(log, STOP_DEADLINE_MS, async (open) => {
  const config = readConfig(settings, process.env)
  const build = readBuildId('render-worker', config.BUILD_ID)
  const { REDIS_URL: redisUrl, CONCURRENCY: concurrency } = config
  const tracing = open.adopt(await openTracing('render-worker', config, log, { beginsTraces: false }), (it) =>
    it?.close(),
  )
  const artifactUrl = config.ARTIFACT_REDIS_URL ?? redisUrl
  const maxFileBytes = config.ARTIFACT_MAX_MB && config.ARTIFACT_MAX_MB * 1024 ** 2
  const bucketCheck = createBucketCheck(createBucket(config), log)
  const store = open.adopt(openArtifactStore(artifactUrl, log, bucketCheck.bucket, maxFileBytes), (it) => it.close())
  const storeChecks = {
    'The bucket takes no files.': () => bucketCheck.hasPassed(),
    "The files' Redis accepts no writes.": () => store.checkWrites(),
  }
  const storeWatch = createStoreWatch(createReadiness(storeChecks), bucketCheck, log)
  const registry = createRegistry('render-worker', build)
  const { stageDone: onStage, browserReplaced: onReplaced } = createMetrics(registry)
  // The first thread loads while Chromium starts.
  const threads = open.adopt(openWarmThreads({ tasks: concurrency, log }), (it) => it.close())
  const browser = open.use(
    await openBrowser({
      executablePath: config.CHROMIUM_PATH,
      isSandboxed: config.CHROMIUM_SANDBOX === 'on',
      log,
      pageCount: concurrency,
      onReplaced,
    }),
  )
  const render = createRender(threads, browser)
  const rendererVersion = () => `${build}/${browser.version()}`
  await threads.whenReady()
  const { leavesExports } = storeWatch
  const services = { store, render, rendererVersion, leavesExports, onStage, telemetry: tracing?.queue }
  const worker = open.adopt(openWorker({ log, redisUrl, concurrency, ...services }), (it) => it.close())
  const findFault = createReadiness({
    ...storeChecks,
    'The worker is not connected to the queue.': () => worker.isReady(),
    'Chromium does not run.': () => browser.isReady(),
    "The queue's Redis accepts no writes.": () => worker.checkWrites(),
  })
  const health = open.adopt(
    await listenForHealth(config.HEALTH_HOST, config.HEALTH_PORT, findFault, registry),
    closeAtOnce,
  )
  await storeWatch.waitUntilUsable(open.stopping)
  if (open.stopping.aborted) return
  // Gateways look for files of the version that was announced last, so a worker that makes none announces none.
  open.adopt(await announceRendererVersion(store, rendererVersion, log), (it) => it.close())
  await worker.start()
  const heartbeat = open.adopt(
    await openHeartbeat({
      redisUrl,
      log,
      isReady: () => worker.isReady() && browser.isReady() && storeWatch.isUsable(),
    }),
    (it) => it.close(),
  )
  open.adopt(storeWatch.start(worker, heartbeat), (it) => it.close())
  const port = portOf(health)
  log.info({ port, build, worker: heartbeat.worker }, 'ready')
  reportReady({ port })
})
