import type { Redis } from 'ioredis'

/** Beginning of a Redis script that reads the clock of Redis: `time` as Redis reports it, `now` as Unix time in ms. */
export const READ_CLOCK = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/** Reads the clock of Redis, in ms of Unix time: the clocks of gateways and workers may differ. */
export async function readClock(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time()
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000)
}
