import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupError } from '@maps/shared/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the local stack keeps what must outlive it. */
export const stateFolder = join(root, '.local')
/** Folder of the local stack's files that can be made again. */
export const cacheFolder = join(root, 'node_modules/.cache/maps-service')

/** The file that keeps a second stack from the same state. */
export const lockFile = join(stateFolder, 'lock')

/** How the running stack is reached. */
export interface RunningStack {
  baseUrl: string
  databaseUrl: string
  redisUrl: string
}

/** The workspace that `npm start` shows its work in. */
export interface Demo {
  token: string
  mapId: string
}

interface StateFiles {
  'running.json': RunningStack
  'demo.json': Demo
}

/** Loads the checkout's `.env`, if there is one; variables that are set win. */
export function loadEnvFile(): void {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** @throws SetupError where the folder belongs to another user */
export async function prepareStateFolder(): Promise<void> {
  try {
    await mkdir(stateFolder, { recursive: true })
    await chmod(stateFolder, 0o700)
  } catch (cause) {
    throw new SetupError(`${stateFolder} is not yours to write: start as its owner, or from a checkout of your own.`, {
      cause,
    })
  }
}

/** Reads a file of the state, or gives undefined where there is none. */
export async function readState<Name extends keyof StateFiles>(name: Name): Promise<StateFiles[Name] | undefined> {
  try {
    return JSON.parse(await readFile(join(stateFolder, name), 'utf8')) as StateFiles[Name]
  } catch {
    return undefined
  }
}

/** Replaces a file atomically. */
export async function writeState<Name extends keyof StateFiles>(name: Name, content: StateFiles[Name]): Promise<void> {
  const file = join(stateFolder, name)
  await writeFile(`${file}.new`, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
