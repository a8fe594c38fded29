import { ConnectionError, MapsError } from './errors.ts'
import { isHeaderValue } from './header-value.ts'
import { errorOf, refuseRedirect } from './problem.ts'
import type { ClientSettings } from './types.ts'

const DEFAULT_RETRIES = 3
const FIRST_BACKOFF_MS = 250
const LONGEST_BACKOFF_MS = 8_000
/** A call fails at once if `Retry-After` is longer, so that the caller can decide. */
const LONGEST_RETRY_AFTER_S = 60

/** A request to the API, and the reader of its response. */
export interface Request<Result> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the base address. */
  path: string
  query?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  /** Body of the request, sent as JSON. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** Reads a successful response. An error while reading fails the attempt. */
  read(response: Response): Promise<Result>
  /**
   * Called when the last attempt fails and the outcome of an earlier one is unknown.
   * @returns the result if the earlier attempt has succeeded, else undefined
   */
  settle?(refusal: MapsError): Promise<Result | undefined>
}

/** Sends a request and returns the result of its `read`. @throws MapsError */
export type Send = <Result>(request: Request<Result>) => Promise<Result>

/**
 * Creates the function that sends requests and retries transient failures.
 * @throws TypeError if the base address is invalid
 */
export function createSender(settings: ClientSettings): Send {
  const { token, retries = DEFAULT_RETRIES, fetch = globalThis.fetch.bind(globalThis) } = settings
  const { base, hasCredentials } = readBaseUrl(settings.baseUrl)

  return async ({ method, path, query = {}, headers, body, signal, read, settle }) => {
    if (hasCredentials) {
      throw new MapsError({ detail: 'baseUrl must have no user name and password: a request carries the token alone.' })
    }
    if (!isHeaderValue(token)) throw new MapsError({ detail: 'token must be one line of letters and digits.' })
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
    const url = `${base}${path}${search && `?${search}`}`
    const init: RequestInit = {
      method,
      headers: headersOf({
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      ...(signal && { signal }),
    }
    let isOutcomeKnown = true
    for (let attempt = 0; ; attempt++) {
      try {
        return await exchange(fetch, url, init, read)
      } catch (error) {
        signal?.throwIfAborted()
        if (!(error instanceof MapsError)) throw error
        const delay = attempt < retries ? delayAfter(error, attempt) : undefined
        if (delay === undefined) {
          const settled = isOutcomeKnown ? undefined : await settle?.(error)
          if (settled === undefined) throw error
          return settled
        }
        if (error.status !== 429) isOutcomeKnown = false
        await sleep(delay, signal)
      }
    }
  }
}

/** @throws MapsError that names the header whose value cannot be sent, without quoting it */
function headersOf(values: Readonly<Record<string, string>>): Headers {
  const unsendable = Object.keys(values).find((it) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(values[it]!))
  if (unsendable !== undefined) {
    throw new MapsError({ detail: `${unsendable} must be one line, of characters of ISO 8859-1.` })
  }
  return new Headers(values)
}

/** Parses the address of the API. It may hold a password, so no error quotes it. */
function readBaseUrl(baseUrl: string): { base: string; hasCredentials: boolean } {
  if (!URL.canParse(baseUrl)) throw new TypeError('baseUrl must be an address like https://maps.example.com/api/v1.')
  const { href, username, password } = new URL(baseUrl)
  return { base: href.replace(/\/+$/, ''), hasCredentials: username + password !== '' }
}

async function exchange<Result>(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  read: Request<Result>['read'],
): Promise<Result> {
  let response: Response | undefined
  try {
    response = await fetch(url, init)
    refuseRedirect(response, url)
    if (!response.ok) throw await errorOf(response)
    return await read(response)
  } catch (error) {
    // A body that nothing reads would keep the connection, and a program, open.
    response?.body?.cancel().catch(() => {})
    if (error instanceof MapsError) throw error
    throw new ConnectionError({ detail: `No whole response came from ${init.method} ${url}.` }, { cause: error })
  }
}

/** Delay before the next attempt, in ms; undefined if a retry cannot succeed or would take too long. */
function delayAfter(error: MapsError, attempt: number): number | undefined {
  const { status, retryAfter } = error
  const isTransient = status === undefined || [429, 502, 503, 504].includes(status)
  // A 409 with `Retry-After` means that an earlier attempt of the same call is still in progress.
  const isInProgress = status === 409 && retryAfter !== undefined
  if (!isTransient && !isInProgress) return undefined
  if (retryAfter !== undefined) {
    return retryAfter > LONGEST_RETRY_AFTER_S ? undefined : retryAfter * 1_000 + Math.random() * FIRST_BACKOFF_MS
  }
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** attempt, LONGEST_BACKOFF_MS)
  return backoff / 2 + (Math.random() * backoff) / 2
}

async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    function end(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
  })
  signal?.throwIfAborted()
}
