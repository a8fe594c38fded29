import { type Logger, pino } from 'pino'

export type { Logger }

/**
 * One JSON line per event on stdout. Authorization headers never pass, whoever logs them.
 * @param level least severe level that is logged; `info` where it is none that exists, since settings are checked later
 */
export function createLogger(service: string, level = 'info'): Logger {
  return pino({
    level: level === 'silent' || level in pino.levels.values ? level : 'info',
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['authorization', '*.authorization', '*.headers.authorization'], censor: '[redacted]' },
  })
}
