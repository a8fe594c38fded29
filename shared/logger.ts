import { type Logger, pino } from 'pino'
import { loggedError } from './logged-error.ts'

export type { Logger }

/** Lines are written in batches: a write for each line costs more than the line. */
const batches = { minLength: 8_192, periodicFlush: 250, sync: false }

/**
 * One JSON line per event on stdout. Authorization headers never pass, and of an `err` only what `loggedError` picks.
 * Lines are written at the latest after 250 ms, at a fatal line, and when the process ends; a kill -9 loses those of the last 250 ms.
 * At `debug` and below each line is written at once.
 * @param level least severe level that is logged; `info` where no such level exists, since settings are checked later
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
