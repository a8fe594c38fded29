import { ConnectionError, MapsError } from './errors.ts'
import { errorOf } from './problem.ts'
import type { ClientSettings } from './types.ts'

const DEFAULT_RETRIES = 3
const FIRST_BACKOFF_MS = 250
const LONGEST_BACKOFF_MS = 8_000
/** A call that would have to wait for longer fails at once: the caller knows better what to do meanwhile. */
const LONGEST_RETRY_AFTER_S = 60

/** A call of the API, and how its response is read. */
export interface Request<Result> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the base address. */
  path: string
  query?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** Reads a success. What cuts it short is a failure of the attempt. */
  read(response: Response): Promise<Result>
  /**
   * Asked when an attempt is refused after another one of which no response came, which may have done what is refused now: undefined where
   * it has not.
   */
  settle?(refusal: MapsError): Promise<Result | undefined>
}

/** Sends a request and returns what its `read` makes of the response. @throws MapsError */
export type Send = <Result>(request: Request<Result>) => Promise<Result>

/**
 * Makes the function that sends every request, again where a failure may pass.
 * @throws TypeError where the base address is none
 */
export function createSender(settings: ClientSettings): Send {
  const { token, retries = DEFAULT_RETRIES, fetch = globalThis.fetch.bind(globalThis) } = settings
  const base = new URL(settings.baseUrl).href.replace(/\/+$/, '')

  return async ({ method, path, query = {}, headers, body, signal, read, settle }) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
    const url = `${base}${path}${search && `?${search}`}`
    const init: RequestInit = {
      method,
      headers: new Headers({
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
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

async function exchange<Result>(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  read: Request<Result>['read'],
): Promise<Result> {
  try {
    const response = await fetch(url, init)
    if (!response.ok) throw await errorOf(response)
    return await read(response)
  } catch (error) {
    if (error instanceof MapsError) throw error
    throw new ConnectionError({ detail: `No whole response came from ${init.method} ${url}.` }, { cause: error })
  }
}

/** How long to wait before the next attempt, in ms; undefined where another one would be no use. */
function delayAfter(error: MapsError, attempt: number): number | undefined {
  const { status, retryAfter } = error
  const mayPass = status === undefined || [429, 502, 503, 504].includes(status)
  // A conflict that passes is one with an earlier attempt of the same call, which is still under way.
  const isUnderWay = status === 409 && retryAfter !== undefined
  if (!mayPass && !isUnderWay) return undefined
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
