import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { type Reaper, openReaper } from '../../infra/local/reaper/reaper.ts'
import { startRedis } from '../../infra/local/redis.ts'

export interface TestRedis extends AsyncDisposable {
  url: string
  /** Sends its process a signal, such as SIGSTOP and SIGCONT. */
  kill(signal: NodeJS.Signals): void
  /** Stops the server in order and starts it again under the same address, with its data where it keeps them. */
  restart(): Promise<void>
  /** A connection for a look or a command of the test's own; it ends with the server. */
  connect(): Redis
}

export interface TestRedisSettings {
  folder: string
  reaper: Reaper
  keepsData: boolean
}

/** A Redis of the test's own, gone at its end. */
export async function startTestRedis({ keepsData = false } = {}): Promise<TestRedis> {
  await using parts = new AsyncDisposableStack()
  const reaper = parts.use(await openReaper())
  const folder = parts.adopt(await mkdtemp(join(tmpdir(), 'maps-redis-')), (it) => rm(it, { recursive: true }))
  reaper.removeAtEnd(folder)
  const redis = parts.use(await startRedisServer({ folder: join(folder, 'redis'), keepsData, reaper }))
  const owned = parts.move()
  return { ...redis, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export async function startRedisServer(settings: TestRedisSettings): Promise<TestRedis> {
  const first = await startRedis(settings)
  let { server } = first
  const { url } = first
  const connections: Redis[] = []
  return {
    url,
    kill: (signal) => server.kill(signal),
    async restart() {
      await server.stop()
      server = (await startRedis({ ...settings, url })).server
    },
    connect() {
      const redis = new Redis(url)
      connections.push(redis)
      return redis
    },
    async [Symbol.asyncDispose]() {
      for (const it of connections) it.disconnect()
      // A stopped process would not take the signal to end.
      server.kill('SIGCONT')
      await server.stop()
    },
  }
}
