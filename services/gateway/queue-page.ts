import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import { EXPORT_QUEUE, type ExportJob, QUEUE_PREFIX } from '@maps/shared/export-job'
import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { Queue } from 'bullmq'
import { type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import { createHash, timingSafeEqual } from 'node:crypto'

const QUEUE_PAGE = '/queue'

const line = { connectionName: 'maps-queue-page', commandTimeout: 2_000, what: 'queue page connection' }

/** What would put something into the queue that no gateway has checked, or the page's own words in place of a map. */
const notOffered = new Set(['/api/queues/:queueName/add', '/api/queues/:queueName/:jobId/update-data'])

export interface QueuePage {
  routes: Router
  close(): void
}

/** A page that shows the exports in the queue, never what is in their maps, and lets an operator take them out, try them again or pause all. None without a password. */
export function openQueuePage(redisUrl: string, password: string | undefined, log: Logger): QueuePage | undefined {
  if (password === undefined) return undefined
  const redis = openRedis(redisUrl, line, log)
  const queue = new Queue<ExportJob>(EXPORT_QUEUE, {
    connection: redis,
    prefix: QUEUE_PREFIX,
    skipWaitingForReady: true,
    skipVersionCheck: true,
  })
  queue.on('error', (err) => log.warn({ err }, 'queue page'))
  const adapter = new BullMQAdapter(queue, { description: 'Exports on their way to the render workers' })
  adapter.setFormatter('data', (job: ExportJob) => ({ ...job, map: `not shown: ${job.map.length} characters` }))
  const board = new ExpressAdapter().setBasePath(QUEUE_PAGE)
  createBullBoard({
    queues: [adapter],
    serverAdapter: board,
    options: {
      uiConfig: { boardTitle: 'Maps exports' },
      handlerHooks: {
        before: ({ route }) => ({ allow: !notOffered.has(route), message: 'Exports are added by gateways alone.' }),
      },
    },
  })
  const routes = Router().use(QUEUE_PAGE, helmet(headers), askPassword(password), fromItself, board.getRouter())
  return { routes, close: () => redis.disconnect() }
}

/** It loads nothing from elsewhere, and nobody frames it. On a plain port, there is no HTTPS to insist on. */
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
function askPassword(password: string): RequestHandler {
  const right = digest(password)
  return ({ headers: { authorization = '' } }, response, next) => {
    const [scheme, credentials = ''] = authorization.split(' ')
    const [, given] = /^[^:]*:(.*)$/su.exec(Buffer.from(credentials, 'base64').toString()) ?? []
    if (scheme?.toLowerCase() === 'basic' && given !== undefined && timingSafeEqual(digest(given), right)) return next()
    response.setHeader('WWW-Authenticate', 'Basic realm="Maps exports", charset="UTF-8"')
    response.status(401).type('text').send('The password is in the setting QUEUE_PAGE_PASSWORD.')
  }
}

/** A browser sends the password along whoever asks: what another site's page asks for is refused. */
const fromItself: RequestHandler = ({ headers, method }, response, next) => {
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  if (method === 'GET' || site === 'same-origin') return next()
  response.status(403).type('text').send('Not from another site.')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
