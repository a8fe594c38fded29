import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY, as the low byte of SQLite's extended result codes. */
const BUSY = 5

/** Whether another process holds the lock of a file. */
export function isLocked(file: string): boolean {
  const lock = open(file)
  lock?.close()
  return lock === undefined
}

/**
 * Takes an exclusive file lock, which the system releases when this process ends. Node has no `flock`, so the lock is
 * SQLite's on a database file.
 * @returns false if another process holds the lock
 */
export function tryLock(file: string): boolean {
  const lock = open(file)
  // The listener's reference keeps the database from garbage collection, which would release the lock.
  if (lock) process.on('exit', () => lock.close())
  return lock !== undefined
}

/** Opens a file with its lock taken; undefined if another process holds the lock. */
function open(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === BUSY) return undefined
    throw error
  }
}
