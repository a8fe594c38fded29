import assert from 'node:assert/strict'
import type { Demo } from './check-exports.ts'
import type { Checks } from './checks.ts'
import { docker } from './docker.ts'
import type { Handbook } from './handbook.ts'
import { freezeProgram, runInContainer } from './probes.ts'
import type { Stack } from './stack.ts'

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
    await stack.waitForState(name, 'paused healthy')
    await handbook.run('Replace a container that hangs', { NAME: name })
    await stack.waitForState(name, 'running healthy')
  })
  await check('shows a frozen worker as unhealthy, and replaces it', async () => {
    const [name = ''] = await stack.containerNames('render-worker')
    await runInContainer(stack, 'render-worker', freezeProgram, ['services/render-worker/main.ts'])
    await stack.waitForState(name, 'running unhealthy')
    await handbook.run('Replace a container that hangs', { NAME: name })
    await stack.waitForState(name, 'running healthy')
  })
  await check('serves as before', async () => {
    const client = await stack.createClient(token)
    const { status, bytes } = await client('GET', `/maps/${mapId}/export/png?theme=dark`)
    assert.equal(status, 200, bytes.toString())
  })
}
