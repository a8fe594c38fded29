import type { BoardHooks } from '@bull-board/api/typings/app'
import type { ArtifactStore, ExportFailure } from '@maps/shared/artifact-store'
import { createConcurrencyLimit } from '@maps/shared/concurrency-limit'
import { TooManyRequests } from '@maps/shared/errors'
import { type ExportJob, type ExportQueueName, exportQueues } from '@maps/shared/export-job'
import { createExportSlots, type ExportSlots } from '@maps/shared/export-slots'
import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { parse } from 'basic-auth'
import { type Request, type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import { hash, timingSafeEqual } from 'node:crypto'
import { type QueuesByName, openQueues } from '../exports/queue.ts'
import { clientKey } from '../http/client-key.ts'
import { stateOf } from '../http/request-state.ts'
import type { RateLimiter } from '../http/rate-limit.ts'

const QUEUE_PAGE = '/queue'

const connection = { connectionName: 'maps-queue-page', commandTimeout: 2_000, what: 'queue page connection' }

/** Bull Board's route that removes a job. */
const REMOVE = '/api/queues/:queueName/:jobId/clean'
/** The only routes of Bull Board that may change the queue. */
const allowedChanges = new Set([
  '/api/queues/pause',
  '/api/queues/resume',
  '/api/queues/:queueName/pause',
  '/api/queues/:queueName/resume',
  REMOVE,
  '/api/queues/:queueName/:jobId/promote',
])
/** Time for which a removed export is refused, since waiting requests would add it again. */
const REMOVED_MS = 10_000
/** Maximum number of wrong passwords per address. Beyond the limit, the correct password is refused too until the minute is over. */
const GUESSES_PER_MINUTE = 10

/** The dependencies of the queue page; without a password there is no page. */
export interface QueuePageDependencies {
  redisUrl: string
  password: string | undefined
  /** Stores a failure for a removed export, so that waiting requests end. */
  store: Pick<ArtifactStore, 'put'>
  limiter: RateLimiter
  log: Logger
}

/** The queue page, with a connection to Redis of its own. */
export interface QueuePage {
  routes: Router
  close(): void
}

/**
 * Opens Bull Board on the export queues: an operator sees exports, never maps, and may remove one or pause all. Without a password
 * there is no page, and Bull Board is not loaded.
 */
export async function openQueuePage({
  redisUrl,
  password,
  store,
  limiter,
  log,
}: QueuePageDependencies): Promise<QueuePage | undefined> {
  if (password === undefined) return undefined
  const [{ createBullBoard }, { QueueAdapter }, { QueueBoard }] = await Promise.all([
    import('@bull-board/api'),
    import('./queue-adapter.ts'),
    import('./queue-board.ts'),
  ])
  const redis = openRedis(redisUrl, connection, log)
  const queues = openQueues(redis, (err) => log.warn({ err }, 'queue page'))
  const adapters = exportQueues.map((it) => new QueueAdapter(queues[it], descriptions[it]))
  const board = new QueueBoard().setBasePath(QUEUE_PAGE)
  const handlerHooks = createHooks(queues, createExportSlots(redis), store)
  const options = { uiConfig: { boardTitle: 'Maps exports', theme }, handlerHooks }
  createBullBoard({ queues: adapters, serverAdapter: board, options })
  const routes = Router({ caseSensitive: true }).use(
    QUEUE_PAGE,
    helmet(headers),
    requirePassword(password, limiter, log),
    refuseOtherSites,
    board.getRouter(),
  )
  return { routes, close: () => redis.disconnect() }
}

/** Creates hooks that restrict changes, and end the requests that wait for a removed export. */
function createHooks(queues: QueuesByName, slots: ExportSlots, store: Pick<ArtifactStore, 'put'>): BoardHooks {
  /** Jobs about to be removed, by request. */
  const jobs = new WeakMap<object, ExportJob>()
  return {
    async before({ method, route, request }) {
      const name = exportQueues.find((it) => it === request.params['queueName'])
      if (route === REMOVE && name) {
        const job = await queues[name].getJob(String(request.params['jobId']))
        if (job) jobs.set(request, job.data)
      }
      return { allow: method === 'get' || allowedChanges.has(route), message: 'This page does not offer that.' }
    },
    async after({ request }, result) {
      const job = jobs.get(request)
      if (job && result.status === 204) {
        await slots.release(job)
        await store.put(removedFailure(job))
      }
      return result
    },
  }
}

/** Bull Board's own colours of these texts have a contrast below 4.5. */
const theme = {
  light: { 'muted-foreground': '#46515b', primary: '#0a5249', 'status-waiting': '#925006' },
  dark: { 'muted-foreground': '#a3aebd' },
}

const descriptions = {
  exports: 'Exports on their way to the render workers',
  'heavy-exports': 'Exports of large maps, which leave one render permit of each worker to the others',
} satisfies Record<ExportQueueName, string>

/** Creates the failure of a removed export, which ends the requests that wait for it. */
function removedFailure({ key }: ExportJob): ExportFailure {
  const message = 'An operator has taken this export out of the queue. Try again shortly.'
  return { kind: 'failure', key, status: 503, message, retryInMs: REMOVED_MS }
}

/** Security headers of the page: it loads no files of other hosts, and cannot be framed. The port is plain HTTP, hence no HSTS. */
const headers = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      styleSrc: ["'self'", "'unsafe-inline'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
}

/** Requires the password by HTTP Basic (RFC 7617), under any user name. Compares in constant time. */
function requirePassword(password: string, limiter: RateLimiter, log: Logger): RequestHandler {
  const expected = digest(password)
  // Guesses of one moment would all be compared before the first of them counts.
  const oneAtATime = createConcurrencyLimit(1)
  return async (request, response, next) => {
    const credentials = parse(request.headers.authorization ?? '')
    const address = clientKey(request)
    const key = `queue-page:${address}`
    const isRight = await oneAtATime(key, async () => {
      const exceeded = limiter.peekExceeded(key, GUESSES_PER_MINUTE)
      if (exceeded) throw new TooManyRequests(exceeded.resetSeconds)
      if (!credentials) return false
      if (timingSafeEqual(digest(credentials.pass), expected)) return true
      log.warn({ requestId: stateOf(response).requestId, address }, 'wrong password for the queue page')
      await limiter.consume(key, GUESSES_PER_MINUTE)
      return false
    })
    if (isRight) return next()
    response.setHeader('WWW-Authenticate', 'Basic realm="Maps exports", charset="UTF-8"')
    response.status(401).type('text').send('The password is in the setting QUEUE_PAGE_PASSWORD.')
  }
}

/** Refuses changes by pages of other sites: a browser would send the password with their requests. */
const refuseOtherSites: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || isSameOrigin(request)) return next()
  response.status(403).type('text').send('Not from another site.')
}

function isSameOrigin({ headers: { origin, host, 'sec-fetch-site': site } }: Request): boolean {
  if (site !== undefined) return site === 'same-origin'
  // Over plain HTTP, browsers send `Sec-Fetch-Site` only to localhost, but `Origin` to any host.
  return origin === undefined || URL.parse(origin)?.host === host
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
