import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeeper } from '../../infra/local/keeper.ts'
import { startRedis } from '../../infra/local/redis.ts'

export interface TestRedis extends AsyncDisposable {
  url: string
}

/** A Redis of the test's own, gone at its end. */
export async function startTestRedis(): Promise<TestRedis> {
  await using parts = new AsyncDisposableStack()
  const keeper = parts.use(await openKeeper())
  const folder = parts.adopt(await mkdtemp(join(tmpdir(), 'maps-redis-')), (it) => rm(it, { recursive: true }))
  keeper.removeAtEnd(folder)
  const { server, url } = await startRedis({ folder: join(folder, 'redis'), keepsData: false, keeper })
  parts.use(server)
  const owned = parts.move()
  return { url, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
