import { readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { isHeaderValue } from '../typescript/header-value.ts'
import { createClient, type MapsClient } from '../typescript/index.ts'
import type { Context, Environment } from './context.ts'
import { exitCodes, Failure, UsageError } from './failure.ts'
import { writeAtomically } from './files.ts'
import { printLine } from './output.ts'

/** Address of the API, and a workspace token. */
export interface Connection {
  baseUrl: string
  token: string
}

/** Creates an API client with the user's address and token. @throws Failure if one of them is missing */
export async function connect({ env }: Pick<Context, 'env'>): Promise<MapsClient> {
  return createClient(await readConnection(env))
}

/**
 * Reads the address and token from `MAPS_URL` and `MAPS_TOKEN`, or else from the file of `maps login`.
 * @throws Failure if one of them is missing
 */
export async function readConnection(env: Environment): Promise<Connection> {
  const { MAPS_URL: url, MAPS_TOKEN: token } = env
  // A service user, whose variables say all, may have no home folder to read.
  const saved = url && token ? undefined : await readSaved(configFile(env))
  const baseUrl = url ? readAddress('MAPS_URL', url) : saved?.baseUrl
  if (!baseUrl) throw new Failure('Run maps login first, or set MAPS_URL and MAPS_TOKEN.', exitCodes.notAllowed)
  if (token) return { baseUrl, token: checkToken(token) }
  // A saved token is sent only to the service that it was saved for.
  if (saved?.baseUrl === baseUrl) return { baseUrl, token: saved.token }
  throw new Failure(
    saved
      ? `MAPS_URL is ${baseUrl}, and maps login was for ${saved.baseUrl}. Set MAPS_TOKEN, or run maps login again.`
      : 'MAPS_TOKEN is not set. Set it, or run maps login.',
    exitCodes.notAllowed,
  )
}

/** Saves a connection in a file that only the user can read. @returns the file's path */
export async function saveConnection(env: Environment, connection: Connection): Promise<string> {
  const file = configFile(env)
  await writeAtomically(file, `${JSON.stringify(connection, null, 2)}\n`, { file: 0o600, folder: 0o700 })
  return file
}

/** Deletes the file of a saved connection. @returns its path; undefined if there is none */
export async function deleteConnection(env: Environment): Promise<string | undefined> {
  const file = configFile(env)
  try {
    await rm(file)
    return file
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Failure(`${file} cannot be deleted: ${(error as Error).message}`, exitCodes.failed, { cause: error })
  }
}

/** Names the variables that replace a saved connection, if one of them is set. */
export async function noteVariables({ env, stderr }: Pick<Context, 'env' | 'stderr'>): Promise<void> {
  const names = ['MAPS_URL', 'MAPS_TOKEN'].filter((it) => env[it])
  if (names.length > 0) await printLine(stderr, `Note: still in use: ${names.join(' and ')}.`)
}

/**
 * Parses the address of the API and adds the path `/api/v1` if it has none.
 * @param source name of the address in the error
 * @throws UsageError if the text is not the address of an API
 */
export function readAddress(source: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new UsageError(`${source} must be an address like https://maps.example.com/api/v1.`)
  }
  return url.origin + (url.pathname === '/' ? '/api/v1' : url.pathname.replace(/\/+$/, ''))
}

/** Checks the form of a token. @throws Failure that does not quote it */
export function checkToken(text: string): string {
  const token = text.trim()
  if (isHeaderValue(token)) return token
  throw new Failure('A token is one line of letters and digits. No such line was given.', exitCodes.notAllowed)
}

function configFile(env: Environment): string {
  const { XDG_CONFIG_HOME: folder } = env
  return join(folder && isAbsolute(folder) ? folder : join(homedir(), '.config'), 'maps', 'config.json')
}

async function readSaved(file: string): Promise<Connection | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Failure(`${file} cannot be read: ${(error as Error).message}`, exitCodes.failed, { cause: error })
  }
  const saved = parseSaved(text)
  if (saved) return saved
  throw new Failure(`${file} is not as maps login writes it. Run maps login again.`)
}

function parseSaved(text: string): Connection | undefined {
  try {
    const { baseUrl, token } = JSON.parse(text) as Partial<Connection>
    return typeof baseUrl === 'string' && typeof token === 'string' ? { baseUrl, token } : undefined
  } catch {
    return undefined
  }
}
