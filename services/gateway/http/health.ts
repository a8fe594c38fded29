import { Unavailable } from '@maps/shared/errors'
import { type Request, type RequestHandler, Router } from 'express'
import { jsonResponse, respond } from './response.ts'

/** Shortest interval of readiness checks of the database, for any number of probes. */
const CHECK_INTERVAL_MS = 1_000

/** State of the service for probes: whether it has started, is stopping, and reaches its database (checked at most once a second). */
export class Health {
  #hasStarted = false
  #isStopping = false
  readonly #checkDependencies: () => Promise<boolean>
  #checkedAt = -Infinity
  #lastResult: Promise<boolean> = Promise.resolve(false)

  /** @param checkDependencies returns whether all required dependencies are reachable; never rejects */
  constructor(checkDependencies: () => Promise<boolean>) {
    this.#checkDependencies = checkDependencies
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
    return this.#hasStarted && !this.#isStopping && (await this.#check())
  }

  #check(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#checkedAt >= CHECK_INTERVAL_MS) {
      this.#checkedAt = now
      this.#lastResult = this.#checkDependencies()
    }
    return this.#lastResult
  }
}

/** Serves `/livez` (the process runs; no I/O) and `/readyz` (the service can handle requests). */
export function healthRoutes(health: Health): Router {
  const router = Router({ caseSensitive: true })
  router.get('/livez', async (_request, response) => respond(response, jsonResponse(200, '{"status":"alive"}')))
  router.get('/readyz', async (_request, response) => {
    if (!(await health.isReady())) throw new Unavailable('Not ready to take requests.', 1)
    await respond(response, jsonResponse(200, '{"status":"ready"}'))
  })
  return router
}

/** Whether a request is a health probe. Probes are neither logged nor traced. */
export function isProbe({ originalUrl }: Request): boolean {
  return originalUrl === '/livez' || originalUrl === '/readyz'
}

/** Refuses requests with 503 until the service has started. */
export function refuseUntilStarted(health: Health): RequestHandler {
  return (_request, _response, next) => {
    if (!health.hasStarted) throw new Unavailable('The service is starting. Try again shortly.', 1)
    next()
  }
}
