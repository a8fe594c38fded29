import { type ExportSlots, STALLED_AFTER_MS } from '@maps/shared/export-slots'
import { countWorkers } from '@maps/shared/worker-heartbeats'
import type { Redis } from 'ioredis'
import type { Stall } from './errors.ts'

/** Time for which an answer of Redis counts: many requests are refused at a time while the queue is full. */
const MAX_AGE_MS = 1_000

/** Creates a check whether exports are taken out of the queue. It returns undefined if they are, or if Redis does not tell. */
export function createStallCheck(
  redis: Redis,
  queues: readonly { isPaused(): Promise<boolean> }[],
  slots: Pick<ExportSlots, 'measureStall'>,
): () => Promise<Stall | undefined> {
  let latest: Promise<Stall | undefined> | undefined
  let readAt = -Infinity

  async function read(): Promise<Stall | undefined> {
    const [paused, { responding }, stalledMs] = await Promise.all([
      Promise.all(queues.map((it) => it.isPaused())),
      countWorkers(redis),
      slots.measureStall(),
    ])
    if (paused.includes(true)) return 'paused'
    return responding === 0 || stalledMs > STALLED_AFTER_MS ? 'no worker' : undefined
  }

  return () => {
    if (latest && performance.now() - readAt < MAX_AGE_MS) return latest
    readAt = performance.now()
    return (latest = read().catch(() => undefined))
  }
}
