import { expect, inject, it } from 'vitest'
import { reasonOf } from '../../services/gateway/admin/checks/check-result.ts'
import { startTestRedis } from '../../test/rig/redis.ts'
import { checkDatabaseUrl, checkRedisUrl } from './check-servers.ts'

const nowhere = '127.0.0.1:1'
const noHost = 'no-such-host.invalid'

/** An address with some of its parts changed. */
function changed(url: string, change: Partial<Pick<URL, 'host' | 'password' | 'pathname'>>): string {
  return Object.assign(new URL(url), change).href
}

it('a DATABASE_URL that leads nowhere is told with what to change', async () => {
  const url = inject('templateUrl')
  await checkDatabaseUrl(url)
  const cases = [
    [changed(url, { host: nowhere }), /ECONNREFUSED.*: start the server, or correct host and port\.$/],
    [changed(url, { host: noHost }), /(ENOTFOUND|EAI_AGAIN).*: correct the host\.$/],
    [changed(url, { password: 'wrong' }), /password authentication failed.*: correct user and password\.$/],
    [changed(url, { pathname: '/tea' }), /"tea" does not exist.*: create that database, or name another one\.$/],
  ] as const
  for (const [wrong, advice] of cases) await expect(checkDatabaseUrl(wrong)).rejects.toThrow(advice)
})

it('a REDIS_URL that leads nowhere is told with what to change', async () => {
  await using redis = await startTestRedis()
  await checkRedisUrl('REDIS_URL', redis.url)
  const cases = [
    [changed(redis.url, { host: nowhere }), /ECONNREFUSED.*: start the server, or correct host and port\.$/],
    [changed(redis.url, { host: noHost }), /(ENOTFOUND|EAI_AGAIN).*: correct the host\.$/],
    [changed(redis.url, { password: 'wrong' }), /WRONGPASS.*: correct user and password\.$/],
    [changed(redis.url, { password: '' }), /NOAUTH.*: add the password\.$/],
    [changed(redis.url, { pathname: '/99' }), /DB index is out of range.*: correct it\.$/],
  ] as const
  for (const [wrong, advice] of cases) await expect(checkRedisUrl('REDIS_URL', wrong)).rejects.toThrow(advice)
})

it('a name with several addresses is told with what its first one says', () => {
  // As Node reports it where `localhost` is 127.0.0.1 and ::1: an AggregateError without a message.
  const refused = [new Error('connect ECONNREFUSED ::1:6379'), new Error('connect ECONNREFUSED 127.0.0.1:6379')]
  expect(reasonOf(new AggregateError(refused))).toBe('connect ECONNREFUSED ::1:6379')
  expect(reasonOf(new Error('no connection', { cause: new AggregateError(refused) }))).toContain('ECONNREFUSED')
})
