import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLastResortFont } from './last-resort-font.ts'

const PREFIX = 'maps-chromium-'

/** Chromium's folder, with a font configuration that hides the machine's fonts: the same picture everywhere. */
export async function createProfile(): Promise<{ folder: string; fontConfig: string }> {
  await removeStaleProfiles()
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const fontConfig = join(folder, 'fonts.conf')
  await writeFile(join(folder, 'last-resort.ttf'), readLastResortFont())
  await writeFile(
    fontConfig,
    `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`,
  )
  return { folder, fontConfig }
}

/** Chromium's last processes may still write while they die, so one try is not always enough. */
export async function removeProfile(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** A worker that was killed could not clean up; whoever comes after it does. */
async function removeStaleProfiles(): Promise<void> {
  const names = await readdir(tmpdir())
  const stale = names.filter((it) => it.startsWith(PREFIX) && !isRunning(Number(it.slice(PREFIX.length).split('-')[0])))
  await Promise.allSettled(stale.map((it) => removeProfile(join(tmpdir(), it))))
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
