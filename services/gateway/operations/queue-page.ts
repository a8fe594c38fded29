import type { ArtifactStore, ExportFailure } from '@maps/shared/artifact-store'
import { TooManyRequests } from '@maps/shared/errors'
import { type ExportJob, type ExportQueueName, exportQueues } from '@maps/shared/export-job'
import { createExportSlots } from '@maps/shared/export-slots'
import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { parse } from 'basic-auth'
import { type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import { createHash, timingSafeEqual } from 'node:crypto'
import { openQueues } from '../exports/queue.ts'
import { clientAddress } from '../http/client-address.ts'
import { exchangeOf } from '../http/exchange.ts'
import type { RateLimiter } from '../auth/rate-limit.ts'

const QUEUE_PAGE = '/queue'

const connection = { connectionName: 'maps-queue-page', commandTimeout: 2_000, what: 'queue page connection' }

const TAKE_OUT = '/api/queues/:queueName/:jobId/clean'
/** All that the page may change. */
const offered = new Set([
  ...['/api/queues/pause', '/api/queues/resume', '/api/queues/:queueName/pause', '/api/queues/:queueName/resume'],
  ...[TAKE_OUT, '/api/queues/:queueName/:jobId/promote'],
])
/** A client that still waits for an export that was taken out would have it added again. */
const TAKEN_OUT_MS = 10_000
/** Wrong passwords per address. Beyond them, the right one is refused too until the minute is over. */
const GUESSES_PER_MINUTE = 10

/** What the page of the queue needs; there is none without a password. */
export interface QueuePageDependencies {
  redisUrl: string
  password: string | undefined
  /** Stores a failure for a removed export, so that waiting requests end. */
  store: Pick<ArtifactStore, 'put'>
  limiter: RateLimiter
  log: Logger
}

/** The page of the queue, with a connection to Redis of its own. */
export interface QueuePage {
  routes: Router
  close(): void
}

/**
 * A page that shows the exports in the queue, never the maps themselves, and lets an operator take one out or pause all. None
 * without a password, and then nothing of Bull Board is even loaded.
 */
export async function openQueuePage({
  redisUrl,
  password,
  store,
  limiter,
  log,
}: QueuePageDependencies): Promise<QueuePage | undefined> {
  if (password === undefined) return undefined
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ])
  const redis = openRedis(redisUrl, connection, log)
  const queues = openQueues(redis, (err) => log.warn({ err }, 'queue page'))
  const adapters = exportQueues.map((it) => new BullMQAdapter(queues[it], { description: descriptions[it] }))
  for (const it of adapters) it.setFormatter('data', describeJob)
  const board = new ExpressAdapter().setBasePath(QUEUE_PAGE)
  const slots = createExportSlots(redis)
  /** What a request is about to take out. */
  const doomed = new WeakMap<object, ExportJob>()
  createBullBoard({
    queues: adapters,
    serverAdapter: board,
    options: {
      uiConfig: { boardTitle: 'Maps exports' },
      handlerHooks: {
        async before({ method, route, request }) {
          const name = exportQueues.find((it) => it === request.params['queueName'])
          const job =
            route === TAKE_OUT && name ? await queues[name].getJob(String(request.params['jobId'])) : undefined
          if (job) doomed.set(request, job.data)
          return { allow: method === 'get' || offered.has(route), message: 'This page does not offer that.' }
        },
        async after({ request }, result) {
          const job = doomed.get(request)
          if (job && result.status === 204) {
            await slots.release(job)
            await store.put(takenOut(job))
          }
          return result
        },
      },
    },
  })
  const routes = Router({ caseSensitive: true }).use(
    QUEUE_PAGE,
    helmet(headers),
    askPassword(password, limiter, log),
    fromItself,
    board.getRouter(),
  )
  return { routes, close: () => redis.disconnect() }
}

const descriptions = {
  exports: 'Exports on their way to the render workers',
  'heavy-exports': 'Exports of large maps, which leave a slot of each worker to the others',
} satisfies Record<ExportQueueName, string>

/** By name, so that a job of another version, too, shows nothing that is not known here. */
function describeJob(job: Partial<ExportJob>): Record<string, unknown> {
  const { key, format, options, workspaceId, mapId, deadline, requestId, map } = job
  return { key, format, options, workspaceId, mapId, deadline, requestId, map: `not shown: ${map?.length} characters` }
}

function takenOut({ key }: ExportJob): ExportFailure {
  const message = 'An operator has taken this export out of the queue. Try again shortly.'
  return { kind: 'failure', key, status: 503, message, until: Date.now() + TAKEN_OUT_MS }
}

/** The page loads nothing from elsewhere and cannot be framed. Its port is plain HTTP, so there is no HSTS. */
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

/** By HTTP Basic (RFC 7617), under any name. Takes as long for every wrong password. */
function askPassword(password: string, limiter: RateLimiter, log: Logger): RequestHandler {
  const right = digest(password)
  return async (request, response, next) => {
    const credentials = parse(request.headers.authorization ?? '')
    const address = clientAddress(request)
    const key = `queue-page:${address}`
    const exceeded = limiter.exceeded(key, GUESSES_PER_MINUTE)
    if (exceeded) throw new TooManyRequests(exceeded.resetSeconds)
    if (credentials && timingSafeEqual(digest(credentials.pass), right)) return next()
    if (credentials) {
      log.warn({ requestId: exchangeOf(response).requestId, address }, 'wrong password for the queue page')
      await limiter.consume(key, GUESSES_PER_MINUTE)
    }
    response.setHeader('WWW-Authenticate', 'Basic realm="Maps exports", charset="UTF-8"')
    response.status(401).type('text').send('The password is in the setting QUEUE_PAGE_PASSWORD.')
  }
}

/** Refuses requests that another site's page makes: the browser would send the password along. */
const fromItself: RequestHandler = ({ headers, method }, response, next) => {
  const { origin, host, 'sec-fetch-site': site } = headers
  // On a plain port with another name than localhost, browsers tell the origin alone.
  const isOwn = site === undefined ? origin === undefined || URL.parse(origin)?.host === host : site === 'same-origin'
  if (method === 'GET' || isOwn) return next()
  response.status(403).type('text').send('Not from another site.')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
