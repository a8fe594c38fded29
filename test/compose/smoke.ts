/**
 * Runs docker-compose.yml for real: brings the stack up as an operator would, uses it, scales it, tries to get out of its
 * containers, restarts it, and takes it down with all that it made.
 */
import { checkExports, createDemo } from './check-exports.ts'
import { checkFences } from './check-fences.ts'
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
  // What a killed run has left.
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

/** Each step builds on those before; the checks of one step do not. */
async function run(): Promise<void> {
  if (!(await checks.check('comes up healthy with one command', () => stack.up('--build')))) return
  for (const it of ['gateway', 'render-worker'] as const) console.log(`  ${it}: ${await stack.imageSize(it)} MB`)
  const demo = await createDemo(stack, checks)
  if (!demo) return
  await checkExports(demo, checks)
  await checkScaling(stack, demo, checks)
  await checkRollingRestart(stack, demo, checks)
  await checkFences(stack, checks)
  await checkStop(stack, checks)
  await checkRestart(stack, demo, checks)
}
