import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY, as the low byte of SQLite's extended result codes. */
const BUSY = 5

/**
 * Takes an exclusive file lock, which the system releases when this process ends. Node has no `flock`, so the lock is
 * SQLite's on a database file.
 * @returns false if another process holds the lock
 */
export function tryLock(file: string): boolean {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === BUSY) return false
    throw error
  }
  // The listener's reference keeps the database from garbage collection, which would release the lock.
  process.on('exit', () => lock.close())
  return true
}
