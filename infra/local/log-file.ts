import { writeFileSync } from 'node:fs'

/** Maximum size of a log file. A full file begins anew. */
export const MAX_LOG_BYTES = 4 * 1024 ** 2

/**
 * Creates the log file of a server. The first line replaces the log of an earlier start. Lines that cannot be written, as on a full disk, are lost:
 * the server works without its log.
 * @returns a function that writes a line
 */
export function createLogFile(path: string): (line: string) => void {
  let size = Infinity
  let hasFailed = false
  return (line) => {
    const bytes = Buffer.from(`${line}\n`)
    const isFull = size + bytes.length > MAX_LOG_BYTES
    try {
      writeFileSync(path, bytes, { flag: isFull ? 'w' : 'a', mode: 0o600 })
      size = isFull ? bytes.length : size + bytes.length
    } catch (err) {
      if (!hasFailed) console.error(`${path} is incomplete: ${(err as Error).message}`)
      hasFailed = true
    }
  }
}
