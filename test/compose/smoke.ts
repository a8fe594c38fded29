/**
 * Tests docker-compose.yml: starts the stack, exports maps, scales it, checks the isolation of its containers, restarts it, and
 * removes it with volumes and images.
 */
import { checkExports, createDemo } from './check-exports.ts'
import { checkIsolation } from './check-isolation.ts'
import { checkRestart, checkStop } from './check-restart.ts'
import { checkRollingRestart, checkScaling } from './check-scaling.ts'
import { createChecks } from './checks.ts'
import { hasDocker } from './docker.ts'
import { createStack } from './stack.ts'

if (!(await hasDocker())) {
  console.error('There is no Docker engine with Compose to be reached, which this test needs.')
  process.exit(1)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const stack = await createStack(stopping.signal)
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
  console.log(`\n${checks.total()}`)
}
process.exit(checks.failed > 0 ? 1 : 0)

/** Runs all steps. Each step needs the steps before it; the checks within a step are independent. */
async function run(): Promise<void> {
  if (!(await checks.check('comes up healthy with one command', () => stack.up('--build')))) return
  for (const name of ['gateway', 'render-worker'] as const) console.log(`  ${name}: ${await stack.imageSize(name)} MB`)
  const demo = await createDemo(stack, checks)
  if (!demo) return
  await checkExports(demo, checks)
  await checkScaling(stack, demo, checks)
  await checkRollingRestart(stack, demo, checks)
  await checkIsolation(stack, checks)
  await checkStop(stack, checks)
  await checkRestart(stack, demo, checks)
}
