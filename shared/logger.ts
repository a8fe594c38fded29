import { type Logger, pino } from 'pino'
import { loggedError } from './logged-error.ts'

export type { Logger }

/** Options of writing lines in batches: a write per line would cost more than making the line. */
const batches = { minLength: 8_192, periodicFlush: 250, sync: false }

/**
 * Makes a logger that writes one JSON line per event to stdout. Authorization headers are redacted; an `err` is reduced by `loggedError`.
 * Lines are written after 250 ms at most, at a fatal line, and when the process ends; SIGKILL loses the lines of the last 250 ms.
 * At `debug` and `trace` each line is written at once.
 * @param level least severe level that is logged; `info` if no such level exists, since settings are checked later
 */
export function createLogger(service: string, level = 'info'): Logger {
  const settings = {
    level: level === 'silent' || level in pino.levels.values ? level : 'info',
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => loggedError(error) },
    redact: { paths: ['authorization', '*.authorization', '*.headers.authorization'], censor: '[redacted]' },
  }
  const isDebugging = level === 'debug' || level === 'trace'
  return pino(settings, pino.destination(isDebugging ? { sync: true } : batches))
}
