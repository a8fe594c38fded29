import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createCheckout,
  end,
  finish,
  type LocalCheckout,
  type Running,
  waitUntilUp,
} from '../../test/rig/local-checkout.ts'
import { descendantsOf, survivorsOf } from '../../test/rig/process-tree.ts'
import { chromiumUser } from '../../services/render-worker/browser/confinement.ts'
import { findFreePort } from './free-port.ts'
import { postgresUser } from './postgres-home.ts'

let copy: LocalCheckout
let checkout: string

beforeAll(async () => {
  copy = await createCheckout()
  checkout = copy.folder
})
afterEach(() => copy.endAll())
afterAll(() => copy[Symbol.asyncDispose]())

function start(...settings: Parameters<LocalCheckout['start']>): Running {
  return copy.start(...settings)
}

const secret = 'opens the page of the queue'

/** Expects that only the gateway has its secrets and that, as root, PostgreSQL and Chromium run as their own users. */
async function checkParts(parts: readonly { pid: number; name: string }[]): Promise<void> {
  const users = new Map<string, number>()
  const withSecrets = []
  for (const { pid, name } of parts) {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const env = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (env.includes('DATABASE_URL') || env.includes(secret)) withSecrets.push(commandLine.split('\0')[1])
    users.set(name, (await stat(`/proc/${pid}`)).uid)
  }
  expect(withSecrets).toEqual([expect.stringContaining('gateway/main.ts')])
  if (process.getuid?.() !== 0) return
  expect(users.get('postgres')).toBe(postgresUser.uid)
  expect([...users.values()]).toContain(chromiumUser.uid)
}

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

async function listMaps({ url, token }: { url: string; token: string }): Promise<Response> {
  return fetch(`${url}/maps`, { headers: { Authorization: `Bearer ${token}` } })
}

describe('npm start', () => {
  it('shows a command that downloads a picture, leaves no process behind, and keeps its data until the next start', async () => {
    const stack = await waitUntilUp(start({ PORT: String(await findFreePort()), QUEUE_PAGE_PASSWORD: secret }))
    const picture = join(checkout, 'tea-shop.png')
    const shell = spawn('sh', ['-c', stack.curl.replace('tea-shop.png', picture)], { stdio: 'ignore' })
    expect(await once(shell, 'close')).toEqual([0, null])
    expect((await readFile(picture)).subarray(1, 4).toString()).toBe('PNG')
    expect((await stat(join(checkout, '.local'))).mode & 0o777).toBe(0o700)

    const parts = descendantsOf(stack.process.pid!)
    expect(parts.length).toBeGreaterThan(5)
    if (process.platform === 'linux') await checkParts(parts)
    const before = Date.now()
    expect(await end(stack.process, 'SIGINT')).toBe(0)
    expect(Date.now() - before).toBeLessThan(10_000)
    expect(await survivorsOf(parts, 2_000)).toEqual([])

    const again = await waitUntilUp(start({ PORT: new URL(stack.url).port }))
    expect(again.curl).toBe(stack.curl)
    expect(await (await listMaps(again)).json()).toMatchObject({ maps: [{ id: again.mapId, name: 'Tea shop' }] })

    const second = await finish(start({ PORT: String(await findFreePort()) }))
    expect(second).toEqual({ code: 1, output: `It is running already: ${again.url}` })

    const token = await finish(start({}, 'admin.ts', 'token', 'create', '--workspace', 'demo', '--name', 'test'))
    expect(token).toEqual({ code: 0, output: expect.stringMatching(/^mapsws_\w{36}$/) })
    expect((await listMaps({ ...again, token: token.output })).status).toBe(200)
  })

  it('restarts a killed child, under load and before it was ready, and keeps its data', async () => {
    const running = start({ PORT: String(await findFreePort()) })
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
    const { maps } = (await (await listMaps(stack)).json()) as { maps: { id: string }[] }
    expect(maps.map((it) => it.id)).toEqual(expect.arrayContaining(created))
    expect(await end(stack.process, 'SIGINT')).toBe(0)
  })

  it('leaves no process behind even when it is killed, and starts again at once', async () => {
    const env = { PORT: String(await findFreePort()) }
    const stack = await waitUntilUp(start(env))
    const parts = descendantsOf(stack.process.pid!)
    stack.process.kill('SIGKILL')
    expect(await survivorsOf(parts, 8_000)).toEqual([])
    expect((await waitUntilUp(start(env))).token).toBe(stack.token)
  })

  it('says what to do when its port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const outcome = await finish(start({ PORT: String(port) }))
    server.close()
    const advice = `Port ${port} is taken by another program. Choose another one: PORT=8090 npm start`
    expect(outcome).toEqual({ code: 1, output: advice })
  })

  it('says what to change when the server of a setting cannot be used', async () => {
    const env = { PORT: String(await findFreePort()), REDIS_URL: 'redis://127.0.0.1:1' }
    const advice = 'connect ECONNREFUSED 127.0.0.1:1): start the server, or correct host and port.'
    expect(await finish(start(env))).toEqual({ code: 1, output: `REDIS_URL cannot be used (${advice}` })
  })

  it('says what to do when there is no redis-server', async () => {
    const advice = 'redis-server is missing: install it, or start a Redis yourself and set REDIS_URL.'
    const outcome = await finish(start({ PORT: String(await findFreePort()), PATH: checkout }))
    expect(outcome).toEqual({ code: 1, output: expect.stringContaining(advice) })
  })
})

it('the admin command line says what to do where no stack is running', async () => {
  const advice = 'The local stack is not running: start it with npm start, or set DATABASE_URL.'
  expect(await finish(start({}, 'admin.ts', 'workspace', 'list'))).toEqual({ code: 1, output: advice })
})
