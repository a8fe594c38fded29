import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, realpath, rm, stat, symlink } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { descendantsOf, survivorsOf } from '../../test/rig/process-tree.ts'
import { chromiumUser } from '../../services/render-worker/browser/confinement.ts'
import { findFreePort } from './free-port.ts'
import { postgresUser } from './postgres-home.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A checkout of the test's own, so that the developer's `.local/` has nothing to do with it. */
let checkout: string
let started: ChildProcess[] = []

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'maps-checkout-'))
  for (const name of ['package.json', 'package-lock.json', 'infra', 'services', 'shared', 'clients', 'docs']) {
    const filter = (path: string): boolean => !path.startsWith(join(root, 'infra')) || !path.endsWith('/node_modules')
    await cp(join(root, name), join(checkout, name), { recursive: true, filter })
  }
  for (const path of ['node_modules', 'infra/node_modules']) await symlink(join(root, path), join(checkout, path))
})
afterEach(async () => {
  await Promise.all(started.map((it) => end(it, 'SIGTERM')))
  started = []
})
afterAll(async () => {
  // As root, PostgreSQL's folder lies where its own user can enter.
  await rm(await realpath(join(checkout, '.local/postgres')), { recursive: true, force: true })
  await rm(checkout, { recursive: true })
})

interface Running {
  process: ChildProcess
  /** All it has written so far. */
  output: () => string
}

function start(env: Record<string, string>, program = 'start.ts', ...args: string[]): Running {
  const { PATH, HOME, CHROMIUM_PATH } = process.env
  const child = spawn(process.execPath, [`infra/local/${program}`, ...args], {
    cwd: checkout,
    env: { PATH, HOME, CHROMIUM_PATH, NODE_COMPILE_CACHE: join(checkout, 'compiled'), ...env },
  })
  started.push(child)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line))
  onTestFailed(() => console.log(lines.join('\n')))
  return { process: child, output: () => lines.join('\n') }
}

/** What one finds on the screen once everything runs. */
function startAndRead(env: Record<string, string>): ReturnType<typeof readWhenUp> {
  return readWhenUp(start(env))
}

async function readWhenUp(
  running: Running,
): Promise<Running & { url: string; token: string; mapId: string; curl: string }> {
  const isUpOrOver = (): boolean => running.output().includes('Ctrl-C stops') || running.process.exitCode !== null
  await expect.poll(isUpOrOver, { timeout: 50_000 }).toBe(true)
  const printed = /MAPS_URL=(\S+)\n\s*export MAPS_TOKEN=(\S+)\n\s*export MAP_ID=(\S+)/.exec(running.output())
  const [, url = '', token = '', mapId = ''] = printed ?? []
  const [curl = ''] = /curl .*/.exec(running.output()) ?? []
  return { ...running, url, token, mapId, curl }
}

const secret = 'opens the page of the queue'

/** Of the gateway's secrets no other part has any; as root, PostgreSQL and Chromium are users of their own. */
async function checkParts(parts: readonly { pid: number; name: string }[]): Promise<void> {
  const users = new Map<string, number>()
  const knowing = []
  for (const { pid, name } of parts) {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const env = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (env.includes('DATABASE_URL') || env.includes(secret)) knowing.push(commandLine.split('\0')[1])
    users.set(name, (await stat(`/proc/${pid}`)).uid)
  }
  expect(knowing).toEqual([expect.stringContaining('gateway/main.ts')])
  if (process.getuid?.() !== 0) return
  expect(users.get('postgres')).toBe(postgresUser.uid)
  expect([...users.values()]).toContain(chromiumUser.uid)
}

/** Kills the child of `npm start` whose command line has this in it, as soon as there is one. */
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

/** Creates maps and downloads them, one after the other, until it is stopped. */
function startLoad({ url, token }: { url: string; token: string }) {
  const statuses = new Set<number>()
  const created: string[] = []
  const stop = new AbortController()
  let exports = 0
  async function call(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    // Nothing answers while the gateway is down.
    const answer = await fetch(url + path, { headers, ...init }).catch(() => undefined)
    if (answer) statuses.add(answer.status)
    return answer
  }
  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      const answer = await call('/maps', {
        method: 'POST',
        body: JSON.stringify({ name: 'tea', nodes: [], edges: [] }),
      })
      const text = await answer?.text().catch(() => '')
      if (answer?.status === 201 && text) {
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

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  child.kill(signal)
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

/** What a program prints that ends by itself, and its exit code. */
async function finish({ process: child, output }: Running): Promise<{ code: number | null; output: string }> {
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output() }
}

describe('npm start', () => {
  it('shows a command that downloads a picture, leaves nothing running behind, and goes on where it was at the next start', async () => {
    const stack = await startAndRead({ PORT: String(await findFreePort()), QUEUE_PAGE_PASSWORD: secret })
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

    const again = await startAndRead({ PORT: new URL(stack.url).port })
    expect(again.curl).toBe(stack.curl)
    const list = (token: string) => fetch(`${again.url}/maps`, { headers: { Authorization: `Bearer ${token}` } })
    expect(await (await list(again.token)).json()).toMatchObject({ maps: [{ id: again.mapId, name: 'Tea shop' }] })

    const second = await finish(start({ PORT: String(await findFreePort()) }))
    expect(second).toEqual({ code: 1, output: `It is running already: ${again.url}` })

    const token = await finish(start({}, 'admin.ts', 'token', 'create', '--workspace', 'demo', '--name', 'test'))
    expect(token).toEqual({ code: 0, output: expect.stringMatching(/^mapsws_\w{36}$/) })
    expect((await list(token.output)).status).toBe(200)
  })

  it('starts a child again that was killed, under load and before it was ready, and keeps what it held', async () => {
    const running = start({ PORT: String(await findFreePort()) })
    await killChild(running, 'render-worker/main.ts')
    const stack = await readWhenUp(running)
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
    const answer = await fetch(`${stack.url}/maps`, { headers: { Authorization: `Bearer ${stack.token}` } })
    const { maps } = (await answer.json()) as { maps: { id: string }[] }
    expect(maps.map((it) => it.id)).toEqual(expect.arrayContaining(created))
    expect(await end(stack.process, 'SIGINT')).toBe(0)
  })

  it('leaves nothing behind even when it is killed, and starts again at once', async () => {
    const env = { PORT: String(await findFreePort()) }
    const stack = await startAndRead(env)
    const parts = descendantsOf(stack.process.pid!)
    stack.process.kill('SIGKILL')
    expect(await survivorsOf(parts, 8_000)).toEqual([])
    expect((await startAndRead(env)).token).toBe(stack.token)
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

  it('says what to change when a server that was named cannot be used', async () => {
    const { code, output } = await finish(
      start({ PORT: String(await findFreePort()), REDIS_URL: 'redis://127.0.0.1:1' }),
    )
    expect(code).toBe(1)
    expect(output).toBe(
      'REDIS_URL cannot be used (connect ECONNREFUSED 127.0.0.1:1): start the server, or correct host and port.',
    )
  })

  it('says what to do when there is no redis-server', async () => {
    const { code, output } = await finish(start({ PORT: String(await findFreePort()), PATH: checkout }))
    expect(code).toBe(1)
    expect(output).toContain('redis-server is missing. Install it (Debian, Ubuntu: sudo apt-get install redis-server')
  })
})

it('the admin command line says so when there is nothing it could talk to', async () => {
  const { code, output } = await finish(start({}, 'admin.ts', 'workspace', 'list'))
  expect({ code, output }).toEqual({
    code: 1,
    output: 'The local stack is not running: start it with npm start, or set DATABASE_URL.',
  })
})
