import { type Logger, pino } from 'pino'

export type { Logger }

/** Lines go out so many bytes at a time, each after so long at the latest: a write of its own costs more than the line. */
const [PORTION_BYTES, WAIT_MS] = [4_096, 250]

/**
 * One JSON line per event on stdout. Authorization headers never pass, whoever logs them. Whatever ends the process from inside
 * has all lines written first, though not always in their order; a kill -9 takes those of the last WAIT_MS.
 * @param level least severe level that is logged; `info` where it is none that exists, since settings are checked later
 */
export function createLogger(service: string, level = 'info'): Logger {
  const settings = {
    level: level === 'silent' || level in pino.levels.values ? level : 'info',
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: ['authorization', '*.authorization', '*.headers.authorization'], censor: '[redacted]' },
  }
  return pino(settings, pino.destination({ minLength: PORTION_BYTES, periodicFlush: WAIT_MS }))
}
