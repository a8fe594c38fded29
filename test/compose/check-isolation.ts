import assert from 'node:assert/strict'
import type { Checks } from './checks.ts'
import { findEgressRoute, listProcesses, runInContainer, tryToConnect, tryToWrite } from './probes.ts'
import { type ServiceName, serviceNames, type Stack } from './stack.ts'

/** Checks the isolation of containers, with controls that show that each probe works. */
export async function checkIsolation(stack: Stack, { check }: Checks): Promise<void> {
  await check("renders inside Chromium's sandbox", () => checkSandbox(stack))
  for (const service of serviceNames) {
    await check(`runs ${service} without root and without rights to gain`, () => checkRights(stack, service))
  }
  await check('refuses a write outside tmpfs, even to root', () => checkWrites(stack))
  await check('lets a worker reach the two Redis', async () => {
    for (const host of ['redis', 'artifacts']) {
      assert.equal(await runInContainer(stack, 'render-worker', tryToConnect, [host, 6379]), 'connected')
    }
  })
  await check('refuses a worker the gateway and the database', () => checkNeighbours(stack))
  await check('refuses a worker the host', () => checkHost(stack))
  await check('refuses a worker every connection to the outside', async () => {
    assert.equal(await runInContainer(stack, 'gateway', findEgressRoute, []), 'found')
    assert.equal(await runInContainer(stack, 'render-worker', findEgressRoute, []), 'none')
    assert.equal(await runInContainer(stack, 'render-worker', tryToConnect, ['192.0.2.1', 443]), 'ENETUNREACH')
  })
}

/** Checks that renderers have a PID namespace of their own, and Chromium's seccomp filter in addition to the container's. */
async function checkSandbox(stack: Stack): Promise<void> {
  const processes = await runInContainer(stack, 'render-worker', listProcesses, [])
  const node = processes.find((it) => it.command.startsWith('node services/render-worker/main.ts'))
  const renderers = processes.filter((it) => it.command.includes('--type=renderer'))
  assert.deepEqual({ depth: node?.depth, filters: node?.filters }, { depth: 1, filters: 1 })
  assert.ok(renderers.length > 0, 'there is no renderer')
  assert.ok(!processes.some((it) => / --no-sandbox\b/.test(it.command)), 'Chromium was started without it')
  for (const { depth, filters } of renderers) {
    assert.ok(depth > 1 && filters > 1, `a renderer has depth ${depth} and ${filters} filters`)
  }
}

async function checkRights(stack: Stack, service: ServiceName): Promise<void> {
  const status = await stack.exec(service, ['cat', '/proc/1/status'])
  const field = (name: string): string | undefined => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1]
  assert.notEqual(field('Uid'), '0')
  assert.match(field('CapBnd') ?? '', /^0+$/)
  assert.equal(field('NoNewPrivs'), '1')
}

async function checkWrites(stack: Stack): Promise<void> {
  const asRoot = { user: 'root' }
  assert.equal(await runInContainer(stack, 'render-worker', tryToWrite, ['/tmp/probe']), 'written')
  for (const path of ['/app/probe', '/etc/probe', '/run/secrets/probe']) {
    assert.equal(await runInContainer(stack, 'render-worker', tryToWrite, [path], asRoot), 'EROFS', path)
    assert.equal(await runInContainer(stack, 'gateway', tryToWrite, [path], asRoot), 'EROFS', path)
  }
}

async function checkNeighbours(stack: Stack): Promise<void> {
  const neighbours = [
    { service: 'gateway', port: 8080 },
    { service: 'postgres', port: 5432 },
  ] as const
  for (const { service, port } of neighbours) {
    assert.equal(await runInContainer(stack, 'gateway', tryToConnect, [service, port]), 'connected')
    for (const host of [service, ...(await stack.addresses(service))]) {
      const outcome = await runInContainer(stack, 'render-worker', tryToConnect, [host, port])
      assert.notEqual(outcome, 'connected', `${host}:${port}`)
    }
  }
}

/** Checks that the host is unreachable: a reachable host would refuse a port without a listener. */
async function checkHost(stack: Stack): Promise<void> {
  const host = await stack.hostAddress('render')
  const outcome = await runInContainer(stack, 'render-worker', tryToConnect, [host, 9])
  assert.ok(outcome === 'timeout' || outcome === 'EHOSTUNREACH', outcome)
}
