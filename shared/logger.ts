import { type LevelWithSilent, type Logger, pino } from 'pino'
import { loggedError } from './logged-error.ts'

export type { Logger }

/** Options of writing lines in batches: a write per line would cost more than making the line. */
const batches = { minLength: 8_192, periodicFlush: 250, sync: false, maxLength: 4 * 1024 ** 2 }

/**
 * Creates a logger that writes one JSON line per event to stdout. Authorization headers are redacted; an `err` is reduced by `loggedError`.
 * Lines are written after 250 ms at most, at a fatal line, and when the process ends; SIGKILL loses the lines of the last 250 ms.
 * At `debug` and `trace` each line is written at once. While stdout cannot be written, as on a full disk, lines are kept up to 4 MiB and then dropped.
 * @param level least severe level that is logged
 */
export function createLogger(service: string, level: LevelWithSilent = 'info'): Logger {
  const settings = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => loggedError(error) },
    redact: { paths: ['authorization', '*.authorization', '*.headers.authorization'], censor: '[redacted]' },
  }
  const isDebugging = level === 'debug' || level === 'trace'
  const destination = pino.destination(isDebugging ? { sync: true } : batches)
  outliveDisk(destination)
  return pino(settings, destination)
}

/**
 * Lets a service run and end while its lines cannot be written: they are lost where it ends then. sonic-boom 4.2.1 would repeat its last write for
 * ever, after any error (seen on 2026-11-30).
 */
function outliveDisk(destination: ReturnType<typeof pino.destination>): void {
  let isFailing = false
  destination.on('error', () => (isFailing = true))
  destination.on('write', () => (isFailing = false))
  const flushSync = destination.flushSync.bind(destination)
  destination.flushSync = () => {
    if (!isFailing) flushSync()
  }
}
