import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupError } from '@maps/shared/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Folder of the local stack's persistent files. */
export const stateFolder = join(root, '.local')
/** Folder of unpacked programs, outside `node_modules`: an installation of packages must not take them from a running stack. */
export const programFolder = join(root, '.programs')

/** Lock file that keeps a second stack from using the same state. */
export const lockFile = join(stateFolder, 'lock')

/** URLs of the running stack. */
export interface RunningStack {
  baseUrl: string
  databaseUrl: string
  redisUrl: string
}

/** Token and map of the demo workspace. */
export interface Demo {
  token: string
  mapId: string
}

interface StateFiles {
  'running.json': RunningStack
  'demo.json': Demo
}

/** Loads the checkout's `.env` file, if it exists. Variables that are set already keep their values. */
export function loadEnvFile(): void {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** Creates the state folder for this user alone. @throws SetupError if the folder belongs to another user */
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

/** Reads a state file; undefined if it does not exist or is not JSON. */
export async function readState<Name extends keyof StateFiles>(name: Name): Promise<StateFiles[Name] | undefined> {
  try {
    return JSON.parse(await readFile(join(stateFolder, name), 'utf8')) as StateFiles[Name]
  } catch {
    return undefined
  }
}

/** Replaces a state file atomically. */
export async function writeState<Name extends keyof StateFiles>(name: Name, content: StateFiles[Name]): Promise<void> {
  const file = join(stateFolder, name)
  await writeFile(`${file}.new`, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
