import { randomUUID } from 'node:crypto'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { Redis } from 'ioredis'
import { expect, it } from 'vitest'
import { startTestRedis } from '../../../test/rig/redis.ts'
import { openQueues } from '../exports/queue.ts'
import { readQueueState } from './queue-state.ts'

it.each([-300_000, 300_000])('measures waits by the clock of Redis, with a gateway %i ms off', async (offMs) => {
  await using server = await startTestRedis()
  const redis = new Redis(server.url)
  try {
    const queues = openQueues(redis, () => {})
    expect(await readQueueState(redis, queues)).toMatchObject({ waiting: 0, oldestWaitMs: 0 })
    const ids = { key: 'a'.repeat(64), workspaceId: randomUUID(), mapId: randomUUID() }
    const deadline = Date.now() + EXPORT_DEADLINE_MS - 2_000
    const job = { ...ids, format: 'markdown', options: {}, map: '{}', apiUrl: 'http://x', deadline } as const
    await queues.exports.add(job.format, job, { timestamp: Date.now() + offMs, priority: 1 })
    const { waiting, oldestWaitMs } = await readQueueState(redis, queues)
    expect(waiting).toBe(1)
    expect(oldestWaitMs).toBeGreaterThanOrEqual(2_000)
    expect(oldestWaitMs).toBeLessThan(10_000)
  } finally {
    redis.disconnect()
  }
})
