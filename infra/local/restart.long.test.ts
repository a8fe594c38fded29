import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCheckout, end, type LocalCheckout, type Running, waitUntilUp } from '../../test/rig/local-checkout.ts'
import { descendantsOf, survivorsOf } from '../../test/rig/process-tree.ts'
import { findFreePort } from './free-port.ts'

let copy: LocalCheckout

beforeAll(async () => {
  copy = await createCheckout()
})
afterEach(() => copy.endAll())
afterAll(() => copy[Symbol.asyncDispose]())

/** Kills the child of `npm start` whose command line contains `command`, as soon as it runs. */
async function killChild({ process: { pid } }: Running, command: string): Promise<void> {
  const find = (): string | undefined => {
    const processes = execFileSync('ps', ['-axo', 'ppid=,pid=,args='], { encoding: 'utf8' }).split('\n')
    return processes
      .map((it) => it.trim().split(/\s+/))
      .find(([parent, , ...args]) => parent === String(pid) && args.join(' ').includes(command))?.[1]
  }
  await expect.poll(find, { timeout: 20_000, interval: 20 }).toBeDefined()
  process.kill(Number(find()), 'SIGKILL')
}

/** Creates maps and downloads their pictures until it is stopped. */
function startLoad({ url, token }: { url: string; token: string }) {
  const statuses = new Set<number>()
  const created: string[] = []
  const stop = new AbortController()
  let exports = 0
  async function call(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    // Requests fail while the gateway is down.
    const response = await fetch(url + path, { headers, ...init }).catch(() => undefined)
    if (response) statuses.add(response.status)
    return response
  }
  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      const body = JSON.stringify({ name: 'tea', nodes: [], edges: [] })
      const response = await call('/maps', { method: 'POST', body })
      const text = await response?.text().catch(() => '')
      if (response?.status === 201 && text) {
        const { map } = JSON.parse(text) as { map: { id: string } }
        created.push(map.id)
        const file = await call(`/maps/${map.id}/export/png`)
        if ((await file?.bytes().catch(() => undefined)) && file?.status === 200) exports++
      }
      await sleep(100)
    }
  }
  const done = Promise.all([work(), work()])
  return {
    countExports: () => exports,
    async stop() {
      stop.abort()
      await done
      return { statuses, created }
    },
  }
}

describe('npm start', () => {
  it('restarts a killed child, under load and before it was ready, and keeps its data', async () => {
    const running = copy.start({})
    await killChild(running, 'render-worker/main.ts')
    const stack = await waitUntilUp(running)
    const load = startLoad(stack)
    for (const child of ['bin/postgres', 'redis-server', 'gateway/main.ts', 'render-worker/main.ts']) {
      const before = stack.output().split(' runs again.').length
      await killChild(stack, child)
      await expect.poll(() => stack.output().split(' runs again.').length, { timeout: 20_000 }).toBe(before + 1)
      const served = load.countExports()
      await expect.poll(load.countExports, { timeout: 20_000 }).toBeGreaterThan(served)
    }
    const { statuses, created } = await load.stop()
    expect([...statuses].filter((it) => it >= 300 && it !== 503)).toEqual([])
    expect(created.length).toBeGreaterThan(3)
    const response = await fetch(`${stack.url}/maps`, { headers: { Authorization: `Bearer ${stack.token}` } })
    const { maps } = (await response.json()) as { maps: { id: string }[] }
    expect(maps.map((it) => it.id)).toEqual(expect.arrayContaining(created))
    expect(await end(stack.process, 'SIGINT')).toBe(0)
  })

  it('leaves no process behind even when it is killed, and starts again at once', async () => {
    const env = { PORT: String(await findFreePort(copy.host)) }
    const stack = await waitUntilUp(copy.start(env))
    const parts = descendantsOf(stack.process.pid!)
    stack.process.kill('SIGKILL')
    expect(await survivorsOf(parts, 8_000)).toEqual([])
    expect((await waitUntilUp(copy.start(env))).token).toBe(stack.token)
  })
})
