import { DatabaseSync } from 'node:sqlite'

/** Extended result codes of SQLite keep the plain one, SQLITE_BUSY, in their low byte. */
const BUSY = 5

/**
 * Takes an exclusive file lock, which the system frees when this process ends for any reason. Node has no `flock`;
 * SQLite's lock on its database file serves as one.
 * @returns false where another process holds it
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
  // The reference keeps the lock: collected as garbage, the database would be closed.
  process.on('exit', () => lock.close())
  return true
}
