import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, realpath, rm, stat, symlink } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { descendantsOf, survivorsOf } from '../../test/rig/process-tree.ts'
import { findFreePort } from './free-port.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A checkout of the test's own, so that the developer's `.local/` has nothing to do with it. */
let checkout: string
let started: ChildProcess[] = []

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'maps-checkout-'))
  for (const name of ['package.json', 'package-lock.json', 'infra', 'services', 'shared']) {
    await cp(join(root, name), join(checkout, name), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'))
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
  const child = spawn(process.execPath, [`infra/local/${program}`, ...args], {
    cwd: checkout,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CHROMIUM_PATH: process.env.CHROMIUM_PATH, ...env },
  })
  started.push(child)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line))
  onTestFailed(() => console.log(lines.join('\n')))
  return { process: child, output: () => lines.join('\n') }
}

/** What one finds on the screen once everything runs. */
async function startAndRead(
  env: Record<string, string>,
): Promise<Running & { url: string; token: string; curl: string }> {
  const running = start(env)
  const isUpOrOver = (): boolean => running.output().includes('Ctrl-C stops') || running.process.exitCode !== null
  await expect.poll(isUpOrOver, { timeout: 50_000 }).toBe(true)
  const [, url = '', token = ''] = /MAPS_URL=(\S+)\n\s*export MAPS_TOKEN=(\S+)/.exec(running.output()) ?? []
  const [curl = ''] = /curl .*/.exec(running.output()) ?? []
  return { ...running, url, token, curl }
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
  it('shows a command that downloads a picture, and leaves nothing running behind', async () => {
    const stack = await startAndRead({ PORT: String(await findFreePort()) })
    const picture = join(checkout, 'tea-shop.png')
    const shell = spawn('sh', ['-c', stack.curl.replace('tea-shop.png', picture)], { stdio: 'ignore' })
    expect(await once(shell, 'close')).toEqual([0, null])
    expect((await readFile(picture)).subarray(1, 4).toString()).toBe('PNG')
    expect((await stat(join(checkout, '.local'))).mode & 0o777).toBe(0o700)

    const parts = descendantsOf(stack.process.pid!)
    expect(parts.length).toBeGreaterThan(5)
    const before = Date.now()
    expect(await end(stack.process, 'SIGINT')).toBe(0)
    expect(Date.now() - before).toBeLessThan(10_000)
    expect(await survivorsOf(parts, 2_000)).toEqual([])
  })

  it('finds its workspace and map again at the next start', async () => {
    const port = String(await findFreePort())
    const first = await startAndRead({ PORT: port })
    await end(first.process, 'SIGTERM')
    const second = await startAndRead({ PORT: port })
    expect(second.curl).toBe(first.curl)
    const answer = await fetch(`${second.url}/maps`, { headers: { Authorization: `Bearer ${second.token}` } })
    expect(await answer.json()).toMatchObject({ maps: [{ name: 'Tea shop' }] })
  })

  it('runs once in a checkout, and its admin command line talks to it', async () => {
    const stack = await startAndRead({ PORT: String(await findFreePort()) })
    const second = await finish(start({ PORT: String(await findFreePort()) }))
    expect(second).toEqual({ code: 1, output: `It is running already: ${stack.url}` })

    const token = await finish(start({}, 'admin.ts', 'token', 'create', '--workspace', 'demo', '--name', 'test'))
    expect(token).toEqual({ code: 0, output: expect.stringMatching(/^mapsws_\w{36}$/) })
    const answer = await fetch(`${stack.url}/maps`, { headers: { Authorization: `Bearer ${token.output}` } })
    expect(answer.status).toBe(200)
  })

  it('stops as a whole when a part of it ends', async () => {
    const stack = await startAndRead({ PORT: String(await findFreePort()) })
    const parts = descendantsOf(stack.process.pid!)
    const redis = parts.find((it) => it.name === 'redis-server')
    process.kill(redis!.pid, 'SIGKILL')
    const { code, output } = await finish(stack)
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('Redis ended (SIGKILL)') })
    expect(await survivorsOf(parts, 2_000)).toEqual([])
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
