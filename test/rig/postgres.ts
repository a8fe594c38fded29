import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReaper } from '../../infra/local/reaper/reaper.ts'
import { startPostgres } from '../../infra/local/postgres.ts'

export interface TestPostgres extends AsyncDisposable {
  /** Address of an empty database. */
  url: string
  /** Ends the server: SIGINT in order but at once, SIGKILL as a crash does. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Starts the server again under the same address, with its data. */
  start(): Promise<void>
}

/** A PostgreSQL server of the test's own, gone at its end: for what the server that all tests share must be spared. */
export async function startTestPostgres(): Promise<TestPostgres> {
  await using parts = new AsyncDisposableStack()
  const reaper = parts.use(await openReaper())
  const folder = parts.adopt(await mkdtemp(join(tmpdir(), 'maps-postgres-')), (it) => rm(it, { recursive: true }))
  reaper.removeAtEnd(folder)
  // Where we are root, the server's own user must get to its folder in there.
  await chmod(folder, 0o711)
  const settings = { folder: join(folder, 'postgres'), reaper, tuning: { fsync: 'off' } }
  const { url, ...first } = await startPostgres(settings)
  let { server } = first
  parts.defer(async () => void (await server.stop()))
  const owned = parts.move()
  return {
    url,
    async end(signal) {
      server.kill(signal)
      await server.ended
    },
    async start() {
      server = (await startPostgres({ ...settings, url })).server
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
