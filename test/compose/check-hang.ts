import assert from 'node:assert/strict'
import type { Demo } from './check-exports.ts'
import type { Checks } from './checks.ts'
import { docker } from './docker.ts'
import type { Handbook } from './handbook.ts'
import { freezeProgram, runInContainer } from './probes.ts'
import type { ServiceName, Stack } from './stack.ts'

/** Three probes of 5 s, 10 s apart, and as much again for a busy machine. */
const UNHEALTHY_WITHIN_MS = 90_000

/** Checks that a container that hangs is shown as such, and that the documented command replaces it. */
export async function checkHang(
  stack: Stack,
  { token, mapId }: Demo,
  handbook: Handbook,
  { check }: Checks,
): Promise<void> {
  await check('replaces a paused gateway', async () => {
    const [name = ''] = await stack.containerNames('gateway')
    await docker(['pause', name])
    await replace(stack, 'gateway', handbook, name)
  })
  await check('shows a frozen worker as unhealthy, and replaces it', async () => {
    assert.equal(await runInContainer(stack, 'render-worker', freezeProgram, ['services/render-worker/main.ts']), 1)
    await replace(stack, 'render-worker', handbook, await findUnhealthy(stack, 'render-worker'))
  })
  await check('serves as before', async () => {
    const client = await stack.createClient(token)
    const { status, bytes } = await client('GET', `/maps/${mapId}/export/png?theme=dark`)
    assert.equal(status, 200, bytes.toString())
  })
}

/** Replaces a container by the documented command, after which there must be as many as before, and all healthy. */
async function replace(stack: Stack, service: ServiceName, handbook: Handbook, name: string): Promise<void> {
  const before = await stack.containerNames(service)
  await handbook.run('Replace a container that hangs', { NAME: name })
  const after = await stack.states(service)
  assert.deepEqual([...after.values()], Array(before.length).fill('running healthy'))
}

/** Waits for an unhealthy container. @returns its name */
async function findUnhealthy(stack: Stack, service: ServiceName): Promise<string> {
  const limit = AbortSignal.timeout(UNHEALTHY_WITHIN_MS)
  for (;;) {
    for (const [name, state] of await stack.states(service)) if (state === 'running unhealthy') return name
    limit.throwIfAborted()
  }
}
