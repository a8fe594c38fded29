import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient, RateLimitedError, UnavailableError } from './index.ts'

/** Times of the attempts, in ms from the first one. */
let attempts: number[]
beforeEach(() => {
  attempts = []
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A client of a service that repeats one response. */
function clientOf(response: { status: number; headers?: Record<string, string> }, retries = 3) {
  const start = Date.now()
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    init?.signal?.throwIfAborted()
    attempts.push(Date.now() - start)
    return new Response(null, response)
  }
  return createClient({ baseUrl: 'https://maps.example/api/v1', token: 't', retries, fetch })
}

/** Advances the fake time until a call has failed. @returns its error */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const error = call.catch((it: unknown) => it)
  await vi.runAllTimersAsync()
  return error
}

describe('between two attempts', () => {
  it.each([
    ['seconds', '7'],
    ['a date', 'Sun, 01 Mar 2026 12:00:07 GMT'],
  ])('passes the time of Retry-After in %s, and hardly more', async (_name, header) => {
    const client = clientOf({ status: 429, headers: { 'Retry-After': header } }, 1)
    const error = await errorOf(client.get('m1'))
    expect(error).toBeInstanceOf(RateLimitedError)
    expect(attempts).toHaveLength(2)
    expect(attempts[1]).toBeGreaterThanOrEqual(7_000)
    expect(attempts[1]).toBeLessThanOrEqual(7_250)
  })

  it('passes a growing and random time, where there is no Retry-After', async () => {
    const waitsOf = async () => {
      attempts = []
      await errorOf(clientOf({ status: 503 }, 8).get('m1'))
      return attempts.slice(1).map((it, index) => it - attempts[index]!)
    }
    const [one, other] = [await waitsOf(), await waitsOf()]
    for (const waits of [one, other]) {
      expect(waits).toHaveLength(8)
      for (const [index, wait] of waits.entries()) {
        const longest = Math.min(250 * 2 ** index, 8_000)
        expect(wait).toBeGreaterThanOrEqual(Math.floor(longest / 2))
        expect(wait).toBeLessThanOrEqual(longest)
      }
    }
    expect(one).not.toEqual(other)
  })

  it('passes no hour: a call with so long a wait fails at once and reports it', async () => {
    const error = await errorOf(clientOf({ status: 503, headers: { 'Retry-After': '3600' } }).get('m1'))
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error).toMatchObject({ retryAfter: 3_600 })
    expect(attempts).toEqual([0])
  })

  it('counts only a valid Retry-After', async () => {
    const past = { status: 503, headers: { 'Retry-After': 'Sun, 01 Mar 2026 11:00:00 GMT' } }
    expect(await errorOf(clientOf(past, 1).get('m1'))).toMatchObject({ retryAfter: 0 })
    const odd = { status: 503, headers: { 'Retry-After': 'soon' } }
    expect(await errorOf(clientOf(odd, 1).get('m1'))).toMatchObject({ retryAfter: undefined })
    expect(attempts).toHaveLength(4)
  })
})

describe('a signal', () => {
  const gone = new Error('gone')

  it('ends a wait with its reason, and leaves no timer behind', async () => {
    const controller = new AbortController()
    const client = clientOf({ status: 503, headers: { 'Retry-After': '30' } })
    const reading = client.get('m1', { signal: controller.signal }).catch((it: unknown) => it)
    await vi.advanceTimersByTimeAsync(29_000)
    controller.abort(gone)
    expect(await reading).toBe(gone)
    expect(vi.getTimerCount()).toBe(0)
    expect(attempts).toEqual([0])
  })

  it('ends every kind of call', async () => {
    const client = clientOf({ status: 503 })
    const options = { signal: AbortSignal.abort(gone) }
    const calls = [
      client.list(options).next(),
      client.get('m1', options),
      client.create({ name: 'Tea' }, options),
      client.update('m1', { name: 'Tea' }, options),
      client.delete('m1', options),
      client.export('m1', 'png', { scale: 1, ...options }),
      client.exportStream('m1', 'figma', options),
    ]
    for (const call of calls) expect(await call.catch((it: unknown) => it)).toBe(gone)
    expect(attempts).toEqual([])
  })
})
