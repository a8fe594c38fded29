import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat, symlink } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
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

async function listMaps({ url, token }: { url: string; token: string }): Promise<Response> {
  return fetch(`${url}/maps`, { headers: { Authorization: `Bearer ${token}` } })
}

describe('npm start', () => {
  it('shows a command that downloads a picture, leaves no process behind, and keeps its data until the next start, which has no room for logs', async () => {
    const stack = await waitUntilUp(start({ QUEUE_PAGE_PASSWORD: secret }))
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
    expect(Date.now() - before).toBeLessThan(30_000)
    expect(await survivorsOf(parts, 2_000)).toEqual([])

    // Only Linux has a device that is always full.
    const logs =
      process.platform === 'linux' ? ['postgres', 'redis'].map((it) => join(checkout, `.local/${it}.log`)) : []
    for (const log of logs) {
      await rm(log)
      await symlink('/dev/full', log)
    }
    const again = await waitUntilUp(start({ PORT: new URL(stack.url).port, LOG_LEVEL: 'silent' }))
    expect(again.curl).toBe(stack.curl)
    expect(await (await listMaps(again)).json()).toMatchObject({ maps: [{ id: again.mapId, name: 'Tea shop' }] })

    for (const log of logs) expect(again.output().split(`${log} is incomplete: ENOSPC`)).toHaveLength(2)

    const second = await finish(start({}))
    expect(second).toEqual({ code: 1, output: `It is running already: ${again.url}` })

    const token = await finish(start({}, 'admin.ts', 'token', 'create', '--workspace', 'demo', '--name', 'test'))
    expect(token).toEqual({ code: 0, output: expect.stringMatching(/^mapsws_\w{36}$/) })
    expect((await listMaps({ ...again, token: token.output })).status).toBe(200)
  })

  it('says what to do when its port is taken', async () => {
    const server = createServer().listen(0, copy.host)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const outcome = await finish(start({ PORT: String(port) }))
    server.close()
    const advice = `Port ${port} is taken by another program. Choose another one: PORT=8090 npm start`
    expect(outcome).toEqual({ code: 1, output: advice })
  })

  it('says what to change when the server of a setting cannot be used', async () => {
    const env = { REDIS_URL: 'redis://127.0.0.1:1' }
    const advice = 'connect ECONNREFUSED 127.0.0.1:1): start the server, or correct host and port.'
    expect(await finish(start(env))).toEqual({ code: 1, output: `REDIS_URL cannot be used (${advice}` })
  })

  it('says what to do when there is no redis-server', async () => {
    const advice = 'redis-server is missing: install it, or start a Redis yourself and set REDIS_URL.'
    const outcome = await finish(start({ PATH: checkout }))
    expect(outcome).toEqual({ code: 1, output: expect.stringContaining(advice) })
  })
})

it('the admin command line says what to do where no stack is running', async () => {
  const advice = 'The local stack is not running: start it with npm start, or set DATABASE_URL.'
  expect(await finish(start({}, 'admin.ts', 'workspace', 'list'))).toEqual({ code: 1, output: advice })
})
