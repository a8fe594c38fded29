import { randomUUID } from 'node:crypto'
import type { ExportJob } from '@maps/shared/export-job'
import { Redis } from 'ioredis'
import { expect, it } from 'vitest'
import { startTestRedis } from '../../../test/rig/redis.ts'
import { openQueues } from '../exports/queue.ts'
import { QueueAdapter } from './queue-adapter.ts'
import { readQueueState } from './queue-state.ts'

const MAP_BYTES = 1024 ** 2
const COUNT = 5

async function readSentBytes(redis: Redis): Promise<number> {
  return Number(/total_net_output_bytes:(\d+)/.exec(await redis.info('stats'))![1])
}

it('reads each job once, one at a time, and shows no map', async () => {
  await using server = await startTestRedis()
  const redis = new Redis(server.url)
  try {
    const queues = openQueues(redis, () => {})
    const queue = queues.exports
    for (let index = 0; index < COUNT; index++) {
      const ids = { key: randomUUID(), workspaceId: randomUUID(), mapId: randomUUID() }
      const map = 'x'.repeat(MAP_BYTES)
      const job: ExportJob = { ...ids, format: 'png', options: {}, map, apiUrl: 'http://x', deadline: 1 }
      await queue.add(job.format, job, { priority: 1 + index })
    }
    const before = await readSentBytes(redis)
    let reading = 0
    let most = 0
    const getJob = queue.getJob.bind(queue)
    queue.getJob = async (id) => {
      most = Math.max(most, ++reading)
      return getJob(id).finally(() => reading--)
    }
    const jobs = await new QueueAdapter(queue, 'Exports').getJobs(['prioritized', 'active'], 0, 1_000_000)
    const listed = await readSentBytes(redis)
    expect(jobs.map((it) => it.data.map)).toEqual(Array(COUNT).fill(`not shown: ${MAP_BYTES} characters`))
    expect(most).toBe(1)
    expect(listed - before).toBeLessThan((COUNT + 0.5) * MAP_BYTES)

    // The figures of the queue take its next job alone.
    await readQueueState(redis, queues)
    expect((await readSentBytes(redis)) - listed).toBeLessThan(1.5 * MAP_BYTES)
    // The control: BullMQ reads each job twice.
    await queue.getJobs(['prioritized'], 0, 0)
    expect((await readSentBytes(redis)) - listed).toBeGreaterThan(3 * MAP_BYTES)
  } finally {
    redis.disconnect()
  }
})
