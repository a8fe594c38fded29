import { join } from 'node:path'
import { Redis } from 'ioredis'
import type { Reaper } from '../../infra/local/reaper/reaper.ts'
import { startRedis } from '../../infra/local/redis.ts'
import { openTemporaryFolder } from './temporary-folder.ts'

/** A Redis server of one test, stopped on disposal. */
export interface TestRedis extends AsyncDisposable {
  url: string
  /** Sends the server process a signal, such as SIGSTOP or SIGCONT. */
  kill(signal: NodeJS.Signals): void
  /** Stops the server gracefully and starts it again at the same address, with its data if `keepsData`. */
  restart(): Promise<void>
  /** Opens a connection for commands of the test; it ends with the server. */
  connect(): Redis
}

/** Settings of a test's Redis. */
export interface TestRedisSettings {
  folder: string
  reaper: Reaper
  /** Whether data survives a restart. */
  keepsData: boolean
}

/** Starts a Redis in a temporary folder. */
export async function startTestRedis({ keepsData = false } = {}): Promise<TestRedis> {
  await using parts = new AsyncDisposableStack()
  const { folder, reaper } = await openTemporaryFolder(parts, 'maps-redis-')
  const redis = parts.use(await startRedisServer({ folder: join(folder, 'redis'), keepsData, reaper }))
  const owned = parts.move()
  return { ...redis, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Starts a Redis in the given folder. */
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
      for (const connection of connections) connection.disconnect()
      // A process under SIGSTOP does not handle SIGTERM.
      server.kill('SIGCONT')
      await server.stop()
    },
  }
}
