import { TooManyRequests, Unauthorized } from '@maps/shared/errors'
import { defaultPlans } from '@maps/shared/plans'
import type { Request, Response } from 'express'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hashToken, newToken, type TokenOwner } from './token.ts'
import { authenticate } from './authenticate.ts'
import type { RateLimiter } from './rate-limit.ts'

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
function openAuthentication() {
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
  const owner: TokenOwner = { tokenId: 't', workspaceId: 'w', plan: 'free', isReadOnly: false, expiresAt: null }
  const step = authenticate({
    limiter,
    plans: defaultPlans,
    async findOwner(hash) {
      lookups.push(hash.toString('hex'))
      return live.has(hash.toString('hex')) ? owner : undefined
    },
  })
  return {
    lookups,
    create: (token: string) => live.add(hashToken(token).toString('hex')),
    revoke: (token: string) => live.delete(hashToken(token).toString('hex')),
    async request(token: string, ip: string): Promise<200 | 401 | 429> {
      const httpRequest = { ip, headers: { authorization: `Bearer ${token}` } } as Request
      try {
        await step(httpRequest, { locals: { state: {} }, setHeader() {} } as unknown as Response, () => {})
        return 200
      } catch (error) {
        if (error instanceof TooManyRequests) return 429
        if (error instanceof Unauthorized) return 401
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
