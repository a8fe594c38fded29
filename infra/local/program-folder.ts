import { access, chmod, constants, lstat, mkdir, mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromiumUser } from '../../services/render-worker/browser/confinement.ts'

/** Fallback folder for programs: root's Chromium runs as another user, who may have no access to the preferred folder. */
const SYSTEM_CACHE = '/var/cache/maps-service'

/** User id and group id of a file owner or process. */
export interface UserIds {
  uid: number
  gid: number
}

/**
 * Returns a folder for programs that only this user can write and every user can read: the wanted one if it is writable, else one in the
 * system's cache folder or temporary folder.
 */
export async function findProgramFolder(wanted: string): Promise<string> {
  for (const folder of [wanted, SYSTEM_CACHE]) if (await isUsable(folder)) return folder
  return temporaryFolder(process.getuid?.() ?? 0)
}

async function isUsable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 })
    await access(folder, constants.W_OK)
    if (process.getuid?.() !== 0) return true
    await chmod(folder, 0o755)
    return await canEnter(folder, chromiumUser)
  } catch {
    return false
  }
}

async function temporaryFolder(uid: number): Promise<string> {
  const folder = join(tmpdir(), `maps-service-${uid}`)
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const stats = await lstat(folder)
  const isOurs = stats.isDirectory() && stats.uid === uid && (stats.mode & 0o022) === 0
  const own = isOurs ? folder : await mkdtemp(`${folder}-`)
  await chmod(own, 0o755)
  return own
}

/** Whether a user may enter a folder and all its parent folders. */
export async function canEnter(folder: string, user: UserIds): Promise<boolean> {
  const { uid, mode } = await stat(folder)
  const mask = uid === user.uid ? 0o100 : 0o001
  if ((mode & mask) === 0) return false
  return folder === dirname(folder) || canEnter(dirname(folder), user)
}
