import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findChromium } from '../../infra/local/chromium.ts'
import { startPostgres } from '../../infra/local/postgres.ts'
import { ensureRedisServer } from '../../infra/local/redis.ts'
import { programFolder } from '../../infra/local/state.ts'
import { migrate } from '../../services/gateway/store/migrate.ts'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { startPostgresContainer, usesContainers } from './containers.ts'
import { openSystemLauncher } from './system-launcher.ts'
import { openTemporaryFolder } from './temporary-folder.ts'

/** Settings for speed: no data has to survive a crash. */
const tuning = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 400 }

/** Prepares a test run: finds Chromium, starts PostgreSQL with a migrated template database, opens the system launcher. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const parts = new AsyncDisposableStack()
  try {
    process.env.CHROMIUM_PATH = await findChromium(process.env.CHROMIUM_PATH, programFolder)
    const templateUrl = usesContainers ? parts.use(await startPostgresContainer()).url : await startLocalPostgres(parts)
    await migrateTemplate(templateUrl)
    project.provide('templateUrl', templateUrl)
    const launcher = parts.use(await openSystemLauncher(templateUrl))
    project.provide('systemLauncher', launcher.url)
    // In watch mode, the code of services may have changed.
    project.onTestsRerun(() => launcher.stopSystems())
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
  return () => parts.disposeAsync()
}

async function startLocalPostgres(parts: AsyncDisposableStack): Promise<string> {
  await ensureRedisServer()
  const { folder, reaper } = await openTemporaryFolder(parts, 'maps-test-')
  // If we are root, the server runs as another user, which needs access to its folder in there.
  await chmod(folder, 0o711)
  const { server, url } = await startPostgres({ folder: join(folder, 'postgres'), reaper, tuning })
  parts.use(server)
  return url
}

async function migrateTemplate(url: string): Promise<void> {
  const sql = openPostgres(url, { isUnlimited: true })
  await migrate(sql)
  await sql.end()
}
