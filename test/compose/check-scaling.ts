import assert from 'node:assert/strict'
import { startLoadBalancer } from './load-balancer.ts'
import type { Demo } from './check-exports.ts'
import type { Checks } from './checks.ts'
import { createClient } from './client.ts'
import { startLoad } from './load.ts'
import type { ServiceName, Stack } from './stack.ts'

const MAX_WORKERS = 3

/** Checks that scaling render workers up and down under load gives all workers jobs and fails no request. */
export async function checkScaling(stack: Stack, { client }: Demo, { check }: Checks): Promise<void> {
  const load = startLoad(client)
  await check(`comes to ${MAX_WORKERS} render workers under load`, () => stack.up(...scale(MAX_WORKERS)))
  await check('gives all of them work', async () => {
    const before = await countExports(stack)
    assert.equal(before.size, MAX_WORKERS)
    await waitFor(async () => [...(await countExports(stack))].every(([name, count]) => count > before.get(name)!))
  })
  await check('goes back to one under load', () => stack.up(...scale(1)))
  await check('has failed no request meanwhile', async () => printRequests(await load.end()))
}

/** Checks that a rolling restart behind a load balancer fails no request. */
export async function checkRollingRestart(stack: Stack, { token }: Demo, { check }: Checks): Promise<void> {
  await check('comes to two gateways and two render workers', () => stack.up('--scale', 'gateway=2', ...scale(2)))
  await using balancer = await startLoadBalancer(await stack.gateways())
  const load = startLoad(createClient(() => balancer.next(), token))
  for (const service of ['gateway', 'render-worker'] satisfies ServiceName[]) {
    await check(`restarts each ${service} in turn under load`, () => stack.restartInTurn(service))
  }
  await check('has failed no request meanwhile either', async () => printRequests(await load.end()))
  await check('goes back to one of each', () => stack.up('--scale', 'gateway=1', ...scale(1)))
}

function scale(workers: number): string[] {
  return ['--scale', `render-worker=${workers}`]
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
