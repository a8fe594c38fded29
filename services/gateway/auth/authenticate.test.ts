import { TooManyRequests, Unauthorized } from '@maps/shared/errors'
import { defaultPlans } from '@maps/shared/plans'
import type { Request, Response } from 'express'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hashToken, newToken, type TokenOwner } from './token.ts'
import { authenticate } from './authenticate.ts'
import type { RateLimiter } from './rate-limit.ts'

const bad = '192.0.2.1'
const other = '192.0.2.2'
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

/** Has time pass for caches. */
function pass(ms: number): void {
  now += ms
  vi.advanceTimersByTime(ms)
}

/** Authentication before a list of live tokens, which counts what is looked up there. */
function start() {
  const live = new Set<string>()
  const asked: string[] = []
  const used = new Map<string, number>()
  const allowance = { quota: QUOTA, remaining: 0, resetSeconds: 1, isExceeded: true }
  const limiter: RateLimiter = {
    exceeded: (key) => ((used.get(key) ?? 0) >= QUOTA ? allowance : undefined),
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
      asked.push(hash.toString('hex'))
      return live.has(hash.toString('hex')) ? owner : undefined
    },
  })
  return {
    asked,
    create: (token: string) => live.add(hashToken(token).toString('hex')),
    revoke: (token: string) => live.delete(hashToken(token).toString('hex')),
    async ask(token: string, ip: string): Promise<200 | 401 | 429> {
      const request = { ip, headers: { authorization: `Bearer ${token}` } } as Request
      try {
        await step(request, { locals: { state: {} }, setHeader() {} } as unknown as Response, () => {})
        return 200
      } catch (error) {
        if (error instanceof TooManyRequests) return 429
        if (error instanceof Unauthorized) return 401
        throw error
      }
    },
  }
}

it('looks up no token of an address that has used up its failures', async () => {
  const { ask, asked } = start()
  for (let i = 0; i < 200; i++) expect(await ask(newToken(), bad)).toBe(i < QUOTA ? 401 : 429)
  expect(asked).toHaveLength(QUOTA)
  // The control: another address.
  expect(await ask(newToken(), other)).toBe(401)
  expect(asked).toHaveLength(QUOTA + 1)
})

it('goes on with a token that was live, until it is not any more, beside others that guess', async () => {
  const { ask, asked, create, revoke } = start()
  const known = newToken()
  const unknown = newToken()
  create(known)
  create(unknown)
  expect(await ask(known, bad)).toBe(200)
  for (let i = 0; i < QUOTA; i++) await ask(newToken(), bad)
  for (const _ of Array.from({ length: 3 })) {
    pass(11_000)
    expect(await ask(known, bad)).toBe(200)
  }
  expect(await ask(unknown, bad)).toBe(429)
  expect(await ask(unknown, other)).toBe(200)
  revoke(known)
  pass(11_000)
  const before = asked.length
  for (let i = 0; i < 10; i++) expect(await ask(known, bad)).toBe(429)
  expect(asked.length - before).toBe(1)
})

it('remembers a bad token for a second, and takes it once it has been created', async () => {
  const { ask, asked, create } = start()
  const token = newToken()
  for (let i = 0; i < 10; i++) expect(await ask(token, bad)).toBe(401)
  expect(asked).toHaveLength(1)
  create(token)
  pass(1_001)
  expect(await ask(token, bad)).toBe(200)
})
