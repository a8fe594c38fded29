import { expect, inject, it } from 'vitest'
import { reasonOf } from '../../services/gateway/operations/check-result.ts'
import { startTestRedis } from '../../test/rig/redis.ts'
import { checkDatabaseUrl, checkRedisUrl } from './check-servers.ts'

type Advice = readonly [change: Partial<Pick<URL, 'host' | 'password' | 'pathname'>>, advice: RegExp]

const unreachable: readonly Advice[] = [
  [{ host: '127.0.0.1:1' }, /ECONNREFUSED.*: start the server, or correct host and port\.$/],
  [{ host: 'no-such-host.invalid' }, /(ENOTFOUND|EAI_AGAIN).*: correct the host\.$/],
]

/** Expects the check to pass an address, and to refuse the address after each change with its advice. */
async function expectAdvice(check: (url: string) => Promise<unknown>, url: string, cases: readonly Advice[]) {
  await check(url)
  for (const [change, advice] of [...unreachable, ...cases]) {
    await expect(check(Object.assign(new URL(url), change).href)).rejects.toThrow(advice)
  }
}

it('a wrong DATABASE_URL is refused with advice on what to change', () =>
  expectAdvice(checkDatabaseUrl, inject('templateUrl'), [
    [{ password: 'wrong' }, /password authentication failed.*: correct user and password\.$/],
    [{ pathname: '/tea' }, /"tea" does not exist.*: create that database, or name another one\.$/],
  ]))

it('a wrong REDIS_URL is refused with advice on what to change', async () => {
  await using redis = await startTestRedis()
  await expectAdvice((url) => checkRedisUrl('REDIS_URL', url), redis.url, [
    [{ password: 'wrong' }, /WRONGPASS.*: correct user and password\.$/],
    [{ password: '' }, /NOAUTH.*: add the password\.$/],
    [{ pathname: '/99' }, /DB index is out of range.*: correct it\.$/],
  ])
})

it('a name with several addresses gives the error of the first address', () => {
  // Node's error for a `localhost` of two addresses is an AggregateError without a message.
  const refused = [new Error('connect ECONNREFUSED ::1:6379'), new Error('connect ECONNREFUSED 127.0.0.1:6379')]
  expect(reasonOf(new AggregateError(refused))).toBe('connect ECONNREFUSED ::1:6379')
  expect(reasonOf(new Error('no connection', { cause: new AggregateError(refused) }))).toContain('ECONNREFUSED')
})
