import assert from 'node:assert/strict'
import type { Demo } from './check-exports.ts'
import type { Checks } from './checks.ts'
import { serviceNames, type Stack } from './stack.ts'

/** Checks that all containers stop with exit code 0: another code means a failure, or a kill after the time limit. */
export async function checkStop(stack: Stack, { check }: Checks): Promise<void> {
  await check('stops every container in order', async () => {
    await stack.stop()
    for (const service of serviceNames) assert.deepEqual(new Set(await stack.exitCodes(service)), new Set([0]), service)
  })
}

/** Checks that the data survives a restart of the stack. */
export async function checkRestart(stack: Stack, { token, mapId }: Demo, { check }: Checks): Promise<void> {
  await check('comes up again', () => stack.up())
  await check('still has the map and its token', async () => {
    const client = await stack.createClient(token)
    const { status } = await client('GET', `/maps/${mapId}/export/png`)
    assert.equal(status, 200)
  })
}
