import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '../../infra/local/postgres.ts'
import { openTemporaryFolder } from './temporary-folder.ts'

/** A PostgreSQL server of one test, stopped and deleted on disposal. */
export interface TestPostgres extends AsyncDisposable {
  /** URL of an empty database. */
  url: string
  /** Stops the server and waits until it has ended: SIGINT is a fast shutdown, SIGKILL a crash. */
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Starts the server again at the same address, with its data. */
  start(): Promise<void>
}

/** Starts a PostgreSQL server for one test, which may stop it; all other tests share one server. */
export async function startTestPostgres(): Promise<TestPostgres> {
  await using parts = new AsyncDisposableStack()
  const { folder, reaper } = await openTemporaryFolder(parts, 'maps-postgres-')
  // If we are root, the server runs as another user, which needs access to its folder in there.
  await chmod(folder, 0o711)
  const settings = { folder: join(folder, 'postgres'), reaper, tuning: { fsync: 'off' } }
  const { url, ...first } = await startPostgres(settings)
  let { server } = first
  parts.defer(async () => void (await server.stop()))
  const owned = parts.move()
  return {
    url,
    async stop(signal) {
      server.kill(signal)
      await server.ended
    },
    async start() {
      server = (await startPostgres({ ...settings, url })).server
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
