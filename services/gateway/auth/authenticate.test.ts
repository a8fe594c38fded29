import { TooManyRequests, Unauthorized, Unavailable } from '@maps/shared/errors'
import { defaultPlans } from '@maps/shared/plans'
import type { Request, Response } from 'express'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TokenOwner } from '../store/tokens.ts'
import { hashToken, newToken } from './token.ts'
import { authenticate } from './authenticate.ts'
import type { RateLimiter } from '../http/rate-limit.ts'

const guessingIp = '192.0.2.1'
const otherIp = '192.0.2.2'
const QUOTA = 30

let now = 1
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Moves the clocks of caches forward. */
function advance(ms: number): void {
  now += ms
  vi.advanceTimersByTime(ms)
}

/** Authentication with a store of live tokens, which records the lookups. */
function openAuthentication({
  remainingMs = null as number | null,
  isAway = (): boolean | Promise<boolean> => false,
} = {}) {
  const live = new Set<string>()
  const lookups: string[] = []
  const used = new Map<string, number>()
  const allowance = { quota: QUOTA, remaining: 0, resetSeconds: 1, isExceeded: true }
  const limiter: RateLimiter = {
    peekExceeded: (key) => ((used.get(key) ?? 0) >= QUOTA ? allowance : undefined),
    async consume(key) {
      used.set(key, (used.get(key) ?? 0) + 1)
      return { ...allowance, isExceeded: used.get(key)! > QUOTA }
    },
  }
  const owner: TokenOwner = { tokenId: 't', workspaceId: 'w', plan: 'free', isReadOnly: false, remainingMs }
  const step = authenticate({
    limiter,
    plans: defaultPlans,
    async findOwner(hash) {
      lookups.push(hash.toString('hex'))
      if (await isAway()) throw new Unavailable('away', 1)
      // Other requests come in before the database replies.
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
      return live.has(hash.toString('hex')) ? owner : undefined
    },
  })
  return {
    lookups,
    /** Counts a failure of an address, as another gateway does. */
    fail: (ip: string) => limiter.consume(`failed-authentication:${ip}`, QUOTA),
    create: (token: string) => live.add(hashToken(token).toString('hex')),
    revoke: (token: string) => live.delete(hashToken(token).toString('hex')),
    async request(token: string, ip: string): Promise<200 | 401 | 429 | 503> {
      const httpRequest = { ip, headers: { authorization: `Bearer ${token}` } } as Request
      try {
        await step(httpRequest, { locals: { state: {} }, setHeader() {} } as unknown as Response, () => {})
        return 200
      } catch (error) {
        if (error instanceof TooManyRequests) return 429
        if (error instanceof Unauthorized) return 401
        if (error instanceof Unavailable) return 503
        throw error
      }
    },
  }
}

it('looks up no token from an address that has used up its failures', async () => {
  const { request, lookups } = openAuthentication()
  for (let i = 0; i < 200; i++) expect(await request(newToken(), guessingIp)).toBe(i < QUOTA ? 401 : 429)
  expect(lookups).toHaveLength(QUOTA)
  // The control: another address.
  expect(await request(newToken(), otherIp)).toBe(401)
  expect(lookups).toHaveLength(QUOTA + 1)
})

it('accepts a known token until it is revoked, also from an address that guesses tokens', async () => {
  const { request, lookups, create, revoke } = openAuthentication()
  const known = newToken()
  const unknown = newToken()
  create(known)
  create(unknown)
  expect(await request(known, guessingIp)).toBe(200)
  for (let i = 0; i < QUOTA; i++) await request(newToken(), guessingIp)
  for (const _ of Array.from({ length: 3 })) {
    advance(11_000)
    expect(await request(known, guessingIp)).toBe(200)
  }
  expect(await request(unknown, guessingIp)).toBe(429)
  expect(await request(unknown, otherIp)).toBe(200)
  revoke(known)
  advance(11_000)
  const before = lookups.length
  for (let i = 0; i < 10; i++) expect(await request(known, guessingIp)).toBe(429)
  expect(lookups.length - before).toBe(1)
})

it('caches a bad token for a second, and accepts it after its creation', async () => {
  const { request, lookups, create } = openAuthentication()
  const token = newToken()
  for (let i = 0; i < 10; i++) expect(await request(token, guessingIp)).toBe(401)
  expect(lookups).toHaveLength(1)
  create(token)
  advance(1_001)
  expect(await request(token, guessingIp)).toBe(200)
})

it('looks up eight tokens more than the quota at most where all of them are sent at one moment', async () => {
  const { request, lookups } = openAuthentication()
  const statuses = await Promise.all(Array.from({ length: 400 }, () => request(newToken(), guessingIp)))
  expect(lookups.length).toBeGreaterThanOrEqual(QUOTA)
  expect(lookups.length).toBeLessThanOrEqual(QUOTA + 8)
  expect(statuses.filter((it) => it === 401)).toHaveLength(QUOTA)
  expect(statuses.filter((it) => it === 429)).toHaveLength(400 - QUOTA)
})

it('accepts any number of valid tokens that an address sends at one moment for the first time', async () => {
  const { request, create } = openAuthentication()
  const tokens = Array.from({ length: 10 * QUOTA }, newToken)
  for (const token of tokens) create(token)
  const statuses = await Promise.all(tokens.map((it) => request(it, otherIp)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  // The control: they used up no failures.
  for (let i = 0; i < QUOTA; i++) expect(await request(newToken(), otherIp)).toBe(401)
  expect(await request(newToken(), otherIp)).toBe(429)
})

it('accepts a token that is sent many times at one moment while other gateways count failures of its address', async () => {
  const { request, create, lookups, fail } = openAuthentication()
  const token = newToken()
  create(token)
  for (let i = 0; i < QUOTA - 1; i++) await fail(otherIp)
  const statuses = await Promise.all(Array.from({ length: 200 }, () => request(token, otherIp)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(lookups).toHaveLength(1)
})

it('counts no failure while the database is away', async () => {
  let away = true
  const { request, create } = openAuthentication({ isAway: () => away })
  const token = newToken()
  create(token)
  for (let i = 0; i < 2 * QUOTA; i++) expect(await request(token, otherIp)).toBe(503)
  away = false
  expect(await request(token, otherIp)).toBe(200)
})

it('waits for one timeout of the database at most where many requests come in at one moment', async () => {
  const timeout = Promise.withResolvers<boolean>()
  const { request, lookups, create } = openAuthentication({ isAway: () => timeout.promise })
  const tokens = Array.from({ length: 40 }, newToken)
  for (const token of tokens) create(token)
  const responses = tokens.map((it) => request(it, otherIp))
  advance(3_000)
  timeout.resolve(true)
  expect(new Set(await Promise.all(responses))).toEqual(new Set([503]))
  expect(lookups).toHaveLength(8)
})

it("ends a token by the database's clock, wrong as this machine's may be", async () => {
  vi.spyOn(Date, 'now').mockReturnValue(new Date('2100-01-01').getTime())
  const { request, create } = openAuthentication({ remainingMs: 5_000 })
  const token = newToken()
  create(token)
  expect(await request(token, otherIp)).toBe(200)
  advance(4_900)
  expect(await request(token, otherIp)).toBe(200)
  advance(200)
  expect(await request(token, otherIp)).toBe(401)
})
