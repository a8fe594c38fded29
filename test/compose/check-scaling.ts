import assert from 'node:assert/strict'
import type { Demo } from './check-exports.ts'
import type { Checks } from './checks.ts'
import { createClient } from './client.ts'
import type { Handbook } from './handbook.ts'
import { startLoad } from './load.ts'
import { startLoadBalancer } from './load-balancer.ts'
import type { Stack } from './stack.ts'

const MAX_WORKERS = 3

/** Checks that scaling render workers up and down under load gives all workers jobs and fails no request. */
export async function checkScaling(
  stack: Stack,
  { client }: Demo,
  handbook: Handbook,
  { check }: Checks,
): Promise<void> {
  const scaleTo = (workers: number): Promise<void> => {
    stack.configure({ RENDER_WORKERS: String(workers) })
    return handbook.run('Apply changed numbers of gateways and workers')
  }
  const load = startLoad(client)
  await check(`comes to ${MAX_WORKERS} render workers under load`, () => scaleTo(MAX_WORKERS))
  await check('gives all of them work', async () => {
    const before = await countExports(stack)
    assert.equal(before.size, MAX_WORKERS)
    await waitFor(async () => [...(await countExports(stack))].every(([name, count]) => count > before.get(name)!))
  })
  await check('goes back to one under load', () => scaleTo(1))
  await check('has failed no request meanwhile', async () => printRequests(await load.end()))
}

/** Checks that an upgrade with two gateways behind a load balancer fails no request. Leaves two of each. */
export async function checkUpgrade(
  stack: Stack,
  { token }: Demo,
  handbook: Handbook,
  { check }: Checks,
): Promise<void> {
  stack.configure({ GATEWAYS: '2', RENDER_WORKERS: '2' })
  await check('comes to two gateways and two render workers', () =>
    handbook.run('Apply changed numbers of gateways and workers'),
  )
  const before = await listServices(stack)
  assert.equal(before.length, 4)
  await using balancer = await startLoadBalancer(await stack.gateways())
  const load = startLoad(createClient(() => balancer.next(), token))
  await check('replaces each of them, one by one, under load', async () => {
    await handbook.run('Upgrade, with Docker')
    const after = await listServices(stack)
    assert.equal(after.length, 4)
    assert.deepEqual(
      after.filter((it) => before.includes(it)),
      [],
    )
  })
  await check('has failed no request meanwhile either', async () => printRequests(await load.end()))
}

async function listServices(stack: Stack): Promise<string[]> {
  const all = [stack.containerIds('gateway'), stack.containerIds('render-worker')]
  return (await Promise.all(all)).flat()
}

function printRequests({ requests }: { requests: number }): void {
  console.log(`  ${requests} requests`)
}

/** Number of exports so far, by container. */
async function countExports(stack: Stack): Promise<Map<string, number>> {
  const logs = await stack.logs('render-worker')
  return new Map([...logs].map(([name, log]) => [name, log.split('"msg":"export"').length - 1]))
}

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  const limit = AbortSignal.timeout(60_000)
  while (!(await condition())) limit.throwIfAborted()
}
