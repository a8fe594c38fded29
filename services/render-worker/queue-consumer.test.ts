import { createLogger } from '@maps/shared/logger'
import { expect, it, vi } from 'vitest'
import { startTestRedis } from '../../test/rig/redis.ts'
import { connectToQueue } from './queue-consumer.ts'

it('a worker takes no exports of another database than the one in the address', async () => {
  await using server = await startTestRedis()
  const log = createLogger('test', 'silent')
  const warn = vi.spyOn(log, 'warn')
  const redis = connectToQueue(new URL('/99', server.url).href, log)
  const onReady = vi.fn<() => void>()
  redis.on('ready', onReady)
  redis.set('a', 'written').catch(() => {})
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(2)
  expect(warn.mock.calls[0]?.[1]).toMatch(/REDIS_URL/)
  expect(onReady).not.toHaveBeenCalled()
  expect(await server.connect().get('a')).toBeNull()
  redis.disconnect()
})
