import { Unavailable } from '@maps/shared/errors'
import { type Request, type RequestHandler, Router } from 'express'
import { serveGet } from './methods.ts'
import { jsonResponse, respond } from './response.ts'

/** Shortest interval of readiness checks of the database, for any number of probes. */
const CHECK_INTERVAL_MS = 1_000

/** Serves `/livez`: the process runs; no I/O. */
export const answerAlive: RequestHandler = (_request, response) =>
  respond(response, jsonResponse(200, '{"status":"alive"}'))

/** What the database can do. */
type DatabaseState = 'writable' | 'read-only' | 'away'

/** State of the service for probes: whether it has started, is stopping, and what its database can do (checked at most once a second). */
export class Health {
  #hasStarted = false
  #isStopping = false
  readonly #readState: () => Promise<DatabaseState>
  #checkedAt = -Infinity
  #lastState: Promise<DatabaseState> = Promise.resolve('away')

  /** @param readState returns what the database can do; never rejects */
  constructor(readState: () => Promise<DatabaseState>) {
    this.#readState = readState
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

  /**
   * Returns what keeps the service from doing its work; undefined if nothing does.
   * @param canDoWithoutWrites whether serving reads is enough
   */
  async findFault(canDoWithoutWrites = false): Promise<string | undefined> {
    if (!this.#hasStarted) return 'The service is starting.'
    if (this.#isStopping) return 'The service is stopping.'
    const state = await this.#check()
    if (state === 'away') return 'The database is not available.'
    return state === 'read-only' && !canDoWithoutWrites ? 'The database accepts no writes.' : undefined
  }

  #check(): Promise<DatabaseState> {
    const now = performance.now()
    if (now - this.#checkedAt >= CHECK_INTERVAL_MS) {
      this.#checkedAt = now
      this.#lastState = this.#readState()
    }
    return this.#lastState
  }
}

/**
 * Serves `/livez` (the process runs; no I/O) and `/readyz` (the service can do its work, writes included). Load balancers ask for
 * `/readyz?exclude=writes`, so that reads go on while the database is read-only; the parameter is the one of kube-apiserver.
 */
export function healthRoutes(health: Health): Router {
  const router = Router({ caseSensitive: true })
  serveGet(router, '/livez', answerAlive)
  serveGet(router, '/readyz', async (request, response) => {
    const fault = await health.findFault(request.query['exclude'] === 'writes')
    if (fault !== undefined) throw new Unavailable(`Not ready to take requests. ${fault}`, 1)
    await respond(response, jsonResponse(200, '{"status":"ready"}'))
  })
  return router
}

/** Whether a request is a health probe. Probes are neither logged nor traced. */
export function isProbe({ originalUrl }: Request): boolean {
  return /^\/(?:livez|readyz)(?:\?|$)/.test(originalUrl)
}

/** Refuses requests with 503 until the service has started. */
export function refuseUntilStarted(health: Health): RequestHandler {
  return (_request, _response, next) => {
    if (!health.hasStarted) throw new Unavailable('The service is starting. Try again shortly.', 1)
    next()
  }
}
