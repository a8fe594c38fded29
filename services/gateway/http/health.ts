import { Unavailable } from '@maps/shared/errors'
import { type Request, type RequestHandler, Router } from 'express'
import { json, respond } from './response.ts'

/** Probes of any number share one look at what the service depends on in this time. */
const LOOK_INTERVAL_MS = 1_000

/** Whether the service has started, is stopping, and can reach its database. */
export class Health {
  #hasStarted = false
  #isStopping = false
  readonly #canWork: () => Promise<boolean>
  #lookedAt = -Infinity
  #found: Promise<boolean> = Promise.resolve(false)

  /** @param canWork whether what the service cannot do without answers */
  constructor(canWork: () => Promise<boolean>) {
    this.#canWork = canWork
  }

  start(): void {
    this.#hasStarted = true
  }

  stop(): void {
    this.#isStopping = true
  }

  get hasStarted(): boolean {
    return this.#hasStarted
  }

  async isReady(): Promise<boolean> {
    return this.#hasStarted && !this.#isStopping && (await this.#look())
  }

  #look(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#lookedAt >= LOOK_INTERVAL_MS) {
      this.#lookedAt = now
      this.#found = this.#canWork()
    }
    return this.#found
  }
}

/** `/livez`: the process runs (no I/O). `/readyz`: it may be sent requests. */
export function healthRoutes(health: Health): Router {
  const router = Router({ caseSensitive: true })
  router.get('/livez', async (_request, response) => respond(response, json(200, '{"status":"alive"}')))
  router.get('/readyz', async (_request, response) => {
    if (!(await health.isReady())) throw new Unavailable('Not ready to take requests.', 1)
    await respond(response, json(200, '{"status":"ready"}'))
  })
  return router
}

/** Probes come every few seconds, and what they find is told by what fails. */
export function isProbe({ originalUrl }: Request): boolean {
  return originalUrl === '/livez' || originalUrl === '/readyz'
}

/** Holds requests off until the service has started. */
export function awaitStart(health: Health): RequestHandler {
  return (_request, _response, next) => {
    if (!health.hasStarted) throw new Unavailable('The service is starting. Try again shortly.', 1)
    next()
  }
}
