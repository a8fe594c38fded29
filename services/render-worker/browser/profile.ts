import { execFile } from 'node:child_process'
import { chown, copyFile, lstat, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Confinement } from './confinement.ts'

/** A folder for all files that a Chromium writes. */
export interface Profile {
  folder: string
  /** Path of the fontconfig file. It hides the machine's fonts, so that pictures are the same everywhere. */
  fontConfig: string
}

/**
 * The only system font of Chromium. Without one, Blink treats every web font as broken. It is a TrueType file, since
 * a system font cannot be WOFF.
 */
const LAST_RESORT_FONT = new URL('last-resort-font.ttf', import.meta.url)
const PREFIX = 'maps-render-worker-'
/** Matches the name of a profile's folder, which contains the PID namespace and the process id of its worker. */
const FOLDER = new RegExp(`^${PREFIX}(?<namespace>\\d+)-(?<worker>\\d+)-\\w{6}$`)
const REMOVE_TRIES = 5
const REMOVE_RETRY_MS = 100

/** Creates the folder for a Chromium that runs as `user`, or else as the worker's user. */
export async function createProfile(user: Confinement['user']): Promise<Profile> {
  const namespace = await pidNamespace()
  await removeStaleProfiles(namespace)
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${namespace}-${process.pid}-`))
  try {
    const profile = { folder, fontConfig: join(folder, 'fonts.conf') }
    await fill(profile, user)
    return profile
  } catch (error) {
    await removeProfile(folder)
    throw error
  }
}

async function fill({ folder, fontConfig }: Profile, user: Confinement['user']): Promise<void> {
  const font = join(folder, 'last-resort.ttf')
  await copyFile(LAST_RESORT_FONT, font)
  await writeFile(
    fontConfig,
    `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`,
  )
  if (user) for (const path of [font, fontConfig, folder]) await chown(path, user.uid, user.gid)
}

/**
 * Removes the folder of a profile. It retries, since the last processes of Chromium may still write. The next worker removes
 * a folder that remains.
 */
export async function removeProfile(folder: string): Promise<void> {
  for (let tries = 0; tries < REMOVE_TRIES; tries++) {
    try {
      return await remove(folder)
    } catch {
      await sleep(REMOVE_RETRY_MS)
    }
  }
}

async function remove(folder: string): Promise<void> {
  const owner = await lstat(folder).catch(() => undefined)
  const self = process.getuid?.()
  if (owner?.uid === self) return rm(folder, { recursive: true, force: true })
  if (owner === undefined || self !== 0) return
  // Runs `rm` as the owner: links in the folder must not make root delete other files.
  await promisify(execFile)('rm', ['-rf', folder], { uid: owner.uid, gid: owner.gid, cwd: '/' })
}

/** Removes the profiles of killed workers, not those of running ones. */
async function removeStaleProfiles(namespace: string): Promise<void> {
  const names = await readdir(tmpdir())
  const stale = names.filter((name) => {
    const owner = FOLDER.exec(name)?.groups
    return owner?.namespace === namespace && !isRunning(Number(owner.worker))
  })
  await Promise.all(stale.map((it) => removeProfile(join(tmpdir(), it))))
}

/** Id of the worker's PID namespace. Containers may share a folder, but not their process ids. */
async function pidNamespace(): Promise<string> {
  const link = await readlink('/proc/self/ns/pid').catch(() => '')
  return /\d+/.exec(link)?.[0] ?? '0'
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
