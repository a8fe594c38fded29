import { type Logger, pino } from 'pino'
import { loggedError } from './logged-error.ts'

export type { Logger }

/** Lines go out so many characters at a time, each after so long at the latest: a write of its own costs more than the line. */
const [PORTION_LENGTH, WAIT_MS] = [16_384, 250]
/** More than portions hold, so that none is written before it is told to. */
const MOST_WAITING_BYTES = 8 * PORTION_LENGTH

/**
 * One JSON line per event on stdout. Authorization headers never pass, and of an `err` only what
 * `loggedError` picks. Whatever ends the process from inside
 * has all lines written first, though not always in their order; a kill -9 takes those of the last WAIT_MS. Whoever looks as closely
 * as `debug` sees each line at once.
 * @param level least severe level that is logged; `info` where it is none that exists, since settings are checked later
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
  const isWatched = level === 'debug' || level === 'trace'
  return pino(settings, isWatched ? pino.destination({ sync: true }) : (stdout ??= writeInPortions()))
}

/** One for all loggers of a process. */
let stdout: ReturnType<typeof writeInPortions> | undefined

/** As pino's own `minLength`, which counts the bytes of a whole portion anew with each of its lines. */
function writeInPortions() {
  // It writes nothing by itself: what it has begun to write in the background, it cannot write at once any more.
  const out = pino.destination({
    sync: false,
    minLength: MOST_WAITING_BYTES,
    maxWrite: 2 * MOST_WAITING_BYTES,
    contentMode: 'buffer',
  })
  let portion = ''
  function handOver(): void {
    // Texts it would encode three times over; its types know of nothing else.
    if (portion !== '') out.write(Buffer.from(portion) as unknown as string)
    portion = ''
  }
  function flush(): void {
    handOver()
    out.flush()
  }
  const flushes = setInterval(flush, WAIT_MS).unref()
  // Before pino writes what it has been given, and closes.
  process.prependListener('beforeExit', () => {
    clearInterval(flushes)
    handOver()
  })
  process.prependListener('exit', handOver)
  return {
    write(line: string): void {
      portion += line
      if (portion.length >= PORTION_LENGTH) flush()
    },
    flushSync(): void {
      handOver()
      out.flushSync()
    },
  }
}
