import { Gauge, type Registry } from '@prometheus-io/client'
import type { RedisFacts } from './redis-facts.ts'

/** Memory of a Redis in bytes; a limit of 0 is none. */
export type RedisMemory = Pick<RedisFacts, 'usedBytes' | 'limitBytes'>

/** Registers the memory of the queue's Redis, which refuses exports when it is full. Values are absent while Redis is unreachable. */
export function registerRedisMemory(registry: Registry, read: () => Promise<RedisMemory>): void {
  const gauges = {
    maps_queue_redis_used_bytes: ['Memory that the Redis of the queue uses.', (it: RedisMemory) => it.usedBytes],
    maps_queue_redis_limit_bytes: [
      'Memory that the Redis of the queue may use; 0 without a limit.',
      (it: RedisMemory) => it.limitBytes,
    ],
  } as const
  for (const [name, [help, of]] of Object.entries(gauges)) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          const value = await read().then(of, () => undefined)
          if (value === undefined) this.remove()
          else this.set(value)
        },
      }),
    )
  }
}
