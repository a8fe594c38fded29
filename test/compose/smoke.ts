/**
 * Tests docker-compose.yml with the commands of its documents: starts the stack, exports maps, scales and upgrades it, checks the
 * isolation of its containers, replaces hung ones, restores a backup, restarts, uses a bucket, and removes it with volumes and images.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkBackup } from './check-backup.ts'
import { checkBucket } from './check-bucket.ts'
import { checkExports, createDemo } from './check-exports.ts'
import { checkHang } from './check-hang.ts'
import { checkIsolation } from './check-isolation.ts'
import { checkRestart, checkStop } from './check-restart.ts'
import { checkScaling, checkUpgrade } from './check-scaling.ts'
import { checkSettings } from './check-settings.ts'
import { createChecks } from './checks.ts'
import { hasDocker } from './docker.ts'
import { openHandbook } from './handbook.ts'
import { createStack } from './stack.ts'

if (!(await hasDocker())) {
  console.error('There is no Docker engine with Compose to be reached, which this test needs.')
  process.exit(1)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const folder = await mkdtemp(join(tmpdir(), 'maps-compose-'))
const stack = await createStack(folder, stopping.signal)
const handbook = openHandbook(stack)
const checks = createChecks()
try {
  // Removes the stack of a killed run.
  await stack.remove()
  await run()
} catch (error) {
  if (!stopping.signal.aborted) throw error
} finally {
  if (checks.failed > 0 && !stopping.signal.aborted) console.error(await stack.lastOutput())
  await checks.check('is taken down with its volumes and images', () => stack.remove())
  await rm(folder, { recursive: true })
  console.log(`\n${checks.total()}`)
}
process.exit(checks.failed > 0 ? 1 : 0)

/** Runs all steps. Each step needs the steps before it; the checks within a step are independent. */
async function run(): Promise<void> {
  if (!(await checks.check('comes up healthy with one command', () => handbook.run('Start')))) return
  for (const name of ['gateway', 'render-worker'] as const) console.log(`  ${name}: ${await stack.imageSize(name)} MB`)
  const demo = await createDemo(stack, checks)
  if (!demo) return
  await checkSettings(stack, handbook, checks)
  await checkExports(demo, checks)
  await checkScaling(stack, demo, handbook, checks)
  await checkIsolation(stack, checks)
  await checkUpgrade(stack, demo, handbook, checks)
  await checkHang(stack, demo, handbook, checks)
  await checkBackup(stack, handbook, checks)
  await checkStop(stack, checks)
  await checkRestart(stack, demo, checks)
  await checkBucket(stack, demo, checks)
  await checks.check('has run each command of the documents', async () => assert.deepEqual(handbook.untested(), []))
}
