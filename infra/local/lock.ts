import { DatabaseSync } from 'node:sqlite'

/** Extended result codes of SQLite keep the plain one, SQLITE_BUSY, in their low byte. */
const BUSY = 5

/**
 * Takes a lock that all processes respect and that the system frees when we end, however that comes about.
 * SQLite is how Node comes by one.
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
  // Kept in use until the end, because collecting it as garbage would free the lock.
  process.on('exit', () => lock.close())
  return true
}
