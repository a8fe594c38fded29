import { access, constants, lstat, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder asked for where it is ours to write, else one in the system's temporary folder that nobody else can write. */
export async function ownFolder(wanted: string): Promise<string> {
  try {
    await mkdir(wanted, { recursive: true, mode: 0o700 })
    await access(wanted, constants.W_OK)
    return wanted
  } catch {
    return temporaryFolder(process.getuid?.() ?? 0)
  }
}

async function temporaryFolder(uid: number): Promise<string> {
  const folder = join(tmpdir(), `maps-service-${uid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const isOurs = found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0
  return isOurs ? folder : mkdtemp(`${folder}-`)
}
