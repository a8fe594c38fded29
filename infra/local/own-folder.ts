import { access, chmod, constants, lstat, mkdir, mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromiumUser } from '../../services/render-worker/browser/confinement.ts'

/** The folder for programs where root's Chromium, which runs as another user, cannot enter the wanted one. */
const SYSTEM_CACHE = '/var/cache/maps-service'

/** A user of the system. */
export interface Owner {
  uid: number
  gid: number
}

/**
 * A folder for programs that only we can write and every user can read: the one asked for where it is ours to write, else one in
 * the system's cache or temporary folder.
 */
export async function ownFolder(wanted: string): Promise<string> {
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
  const found = await lstat(folder)
  const isOurs = found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0
  const own = isOurs ? folder : await mkdtemp(`${folder}-`)
  await chmod(own, 0o755)
  return own
}

/** Whether a user gets into a folder, by the folders above it too. */
export async function canEnter(folder: string, user: Owner): Promise<boolean> {
  const found = await stat(folder)
  const mask = found.uid === user.uid ? 0o100 : 0o001
  if ((found.mode & mask) === 0) return false
  return folder === dirname(folder) || canEnter(dirname(folder), user)
}
