import { Unavailable } from '@maps/shared/errors'
import { listenOn } from '@maps/shared/listen'
import type { Logger } from '@maps/shared/logger'
import type { Registry } from '@prometheus-io/client'
import express, { type Express, type Router } from 'express'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { QueueState } from './queue-state.ts'
import { answerAlive } from '../http/health.ts'
import { jsonResponse, respond } from '../http/response.ts'
import { createHeldBytes } from '../http/held-bytes.ts'
import { setRequestState } from '../http/request-state.ts'
import { handleErrors, unknownRoute } from '../http/problems.ts'

/** The dependencies of the internal app. */
export interface InternalDependencies {
  log: Logger
  registry: Registry
  readQueue(): Promise<QueueState>
  /** Bull Board, protected by a password. */
  queuePage: Router | undefined
}

/** Creates the app of the internal port: liveness, metrics, scaling and the queue page. Clients cannot reach it, so metrics need no authentication. */
export function createInternalApp({ log, registry, readQueue, queuePage }: InternalDependencies): Express {
  const app = express().disable('x-powered-by').disable('etag')
  app.use(setRequestState(createHeldBytes()))
  // Probes find room here while clients hold all connections of the public port.
  app.get('/livez', answerAlive)
  app.get('/metrics', async (_request, response) => {
    const body = await registry.metrics()
    await respond(response, { status: 200, headers: { 'Content-Type': registry.contentType }, body })
  })
  app.get('/internal/scale', async (_request, response) => {
    const { demand } = await readQueue().catch((cause: unknown) => {
      throw new Unavailable('The queue does not answer. Try again shortly.', 1, { cause })
    })
    await respond(response, jsonResponse(200, JSON.stringify(demand)))
  })
  if (queuePage) app.use(queuePage)
  app.use(unknownRoute)
  app.use(handleErrors(log))
  return app
}

/** Opens the server of the internal port. @throws SetupError if the address is not available */
export async function listenInternally(host: string, port: number, handler: RequestListener): Promise<Server> {
  const server = createServer(handler)
  await listenOn(server, host, port, { host: 'INTERNAL_HOST', port: 'INTERNAL_PORT' })
  return server
}
