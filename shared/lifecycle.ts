import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from './config.ts'
import type { Logger } from './logger.ts'

/** Registers opened resources, which are closed in reverse order when the service stops. */
export interface ResourceStack {
  adopt<T>(resource: T, close: (resource: T) => unknown): T
  use<T extends AsyncDisposable>(resource: T): T
  /** Aborted when the service must stop. */
  readonly stopping: AbortSignal
}

/** What a service sends to the process that has started it, if it listens. */
export interface ReadyMessage {
  /** The port of its API, or of its health checks. */
  port: number
}

/** Tells the process that has started this service that it is ready, at any level of its log. */
export function reportReady(message: ReadyMessage): void {
  process.send?.(message)
}

/** Time for a start to finish after a stop signal, so that the resources it opens are closed too. */
const START_GRACE_MS = 3_000

/**
 * Runs a service: opens its resources, waits for SIGINT or SIGTERM, closes them in reverse order.
 * Exits with 0 after an orderly stop, and with 1 after a failed start, after an uncaught error, or when closing takes longer than
 * `deadlineMs`.
 */
export async function runService(
  log: Logger,
  deadlineMs: number,
  start: (open: ResourceStack) => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const stopped = new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        stop.abort()
        resolve(signal)
      })
    }
  })
  const failed = failureOf(log)
  const stack = new AsyncDisposableStack()
  try {
    const started = start({
      adopt: (resource, close) => stack.adopt(resource, async (it) => void (await close(it))),
      use: (resource) => stack.use(resource),
      stopping: stop.signal,
    })
    // A start that waits for an unreachable dependency must not keep the service from stopping.
    await Promise.race([started, stopped, failed])
    if (stop.signal.aborted) await Promise.race([started, sleep(START_GRACE_MS, undefined, { ref: false })])
    log.info({ signal: await Promise.race([stopped, failed]) }, 'stopping')
  } catch (error) {
    if (error instanceof SetupError) log.fatal(error.message)
    else if (!(error instanceof Uncaught)) log.fatal({ err: error }, 'could not start')
    process.exitCode = 1
  }
  setTimeout(() => {
    log.error({ deadlineMs }, 'could not stop in time')
    process.exit(1)
  }, deadlineMs).unref()
  stop.abort()
  try {
    await stack.disposeAsync()
  } catch (error) {
    log.error({ err: error }, 'could not close everything')
    process.exitCode = 1
  }
  log.info('stopped')
  process.exit()
}

/** An uncaught error that is logged already. */
class Uncaught extends Error {
  override readonly name = 'Uncaught'
}

/** Rejects at the first uncaught error. All of them are logged, and the process exits with 1. */
function failureOf(log: Logger): Promise<never> {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (err: unknown) => {
      log.fatal({ err }, 'an error was not caught')
      process.exitCode = 1
      failed.reject(new Uncaught(event))
    })
  }
  return failed.promise
}
