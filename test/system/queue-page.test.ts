import { EXPORT_QUEUE } from '@maps/shared/export-job'
import { WAITING_KEY } from '@maps/shared/export-slots'
import axe from 'axe-core'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openAddress, openChromium } from '../rig/chromium.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { internalUrl } from './internal-url.ts'
import { shop } from './shop.ts'

const password = 'a password: as long as this'
const inQueue = `/api/queues/${EXPORT_QUEUE}`

interface Job {
  id: string
  name: string
  data: Record<string, unknown>
}

interface Board {
  queues: { counts: Record<string, number>; jobs: Job[]; isPaused: boolean }[]
}

function basicAuth(secret: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`operator:${secret}`).toString('base64')}` }
}

/** A function that requests paths of the page with its password. */
function openPage({ gateways: [gateway] }: System) {
  const base = `${internalUrl(gateway!)}/queue`
  return async (path: string, init: RequestInit = {}) => {
    const headers = { ...basicAuth(password), 'Content-Type': 'application/json', ...init.headers }
    const response = await fetch(base + path, { ...init, headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

async function readBoard(requestPage: ReturnType<typeof openPage>): Promise<Board['queues'][number]> {
  const { text } = await requestPage(`/api/queues?activeQueue=${EXPORT_QUEUE}`)
  return (JSON.parse(text) as Board).queues[0]!
}

/** Requests an export, which no worker takes from the paused queue. @returns its response and its job */
async function queueExport(system: System, client: TestWorkspace, signal: AbortSignal | null = null) {
  const { id } = await client.createMap(shop)
  const url = `${system.gateways[0]!.url}/api/v1/maps/${id}/export/markdown`
  const request = fetch(url, { headers: { Authorization: `Bearer ${client.token}` }, signal })
  const response = request.then(async (it) => ({ status: it.status, text: await it.text() }))
  response.catch(() => {})
  const job = await vi.waitFor(
    async () => {
      const { jobs } = await readBoard(openPage(system))
      expect(jobs).toHaveLength(1)
      return jobs[0]!
    },
    { timeout: 5_000 },
  )
  return { response, job }
}

describe('the page of the queue', () => {
  let system: System
  beforeAll(async () => {
    system = await startSystem({ gatewayEnv: { QUEUE_PAGE_PASSWORD: password } })
    await openPage(system)(`${inQueue}/pause`, { method: 'PUT' })
  })
  afterAll(() => system[Symbol.asyncDispose]())

  it('opens with its password alone, and loads nothing from elsewhere', async () => {
    const base = `${internalUrl(system.gateways[0]!)}/queue`
    const bearer = { Authorization: `Bearer ${password}` }
    const wrong = [{}, basicAuth('wrong'), basicAuth(''), basicAuth(`${password} `), bearer]
    for (const path of ['', '/', inQueue, '/static/favicon-32x32.png']) {
      for (const headers of path === '' ? wrong : [{}]) {
        const response = await fetch(base + path, { headers })
        expect(response.status, path).toBe(401)
        expect(response.headers.get('www-authenticate')).toMatch(/^Basic /)
        expect(await response.text()).not.toContain(password)
      }
    }
    const page = await openPage(system)('/')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    const scripts = [...page.text.matchAll(/<script defer src="([^"]+)"/g)].map((it) => it[1]!)
    expect(scripts).not.toHaveLength(0)
    for (const script of scripts) expect((await openPage(system)(`/${script}`)).status, script).toBe(200)
    const [gateway] = system.gateways
    expect((await fetch(`${gateway!.url}/queue`, { headers: basicAuth(password) })).status).toBe(404)
    expect(JSON.stringify(gateway!.logs)).not.toContain(password)
  })

  it('loads nothing from elsewhere in a browser, and has no violation that axe finds', async () => {
    const client = await system.createWorkspace({ plan: 'pro' })
    const aborter = new AbortController()
    const { job } = await queueExport(system, client, aborter.signal)
    await using chromium = await openChromium()
    const visits = [
      ['/', 'light'],
      [`/queue/${EXPORT_QUEUE}`, 'light'],
      [`/queue/${EXPORT_QUEUE}`, 'dark'],
      [`/queue/${EXPORT_QUEUE}/${job.id}`, 'light'],
    ] as const
    for (const [path, value] of visits) {
      await using page = await chromium.browser.newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (it) => void (['error', 'warn'].includes(it.type()) && errors.push(it.text())))
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }])
      await page.authenticate({ username: 'operator', password })
      await openAddress(page, `${internalUrl(system.gateways[0]!)}/queue${path}`)
      if (path !== '/') await page.waitForSelector('::-p-text(returnValue)')
      await page.evaluate(axe.source)
      const found = (await page.evaluate(`axe.run().then(({ violations, passes }) => ({
        violations: violations.map((it) => it.id + ': ' + it.nodes.map((node) => node.html).join(' ')),
        passes: passes.map((it) => it.id),
      }))`)) as Record<'violations' | 'passes', string[]>
      expect(found.violations, `${path} ${value}`).toEqual([])
      expect(found.passes).toEqual(expect.arrayContaining(['button-name', 'color-contrast', 'page-has-heading-one']))
      expect(errors, path).toEqual([])
    }
    aborter.abort()
    expect((await openPage(system)(`${inQueue}/${job.id}/clean`, { method: 'PUT' })).status).toBe(204)
  })

  it('limits wrong passwords to ten a minute from an address, and logs each without the password', async () => {
    await using ownSystem = await startSystem({ workers: 0, gatewayEnv: { QUEUE_PAGE_PASSWORD: password } })
    const [gateway] = ownSystem.gateways
    const requestPage = openPage(ownSystem)
    // A request without a password is no guess: a browser sends one before it prompts.
    for (let i = 0; i < 20; i++) expect((await requestPage('/', { headers: { Authorization: '' } })).status).toBe(401)
    // Control: the password works.
    expect((await requestPage('/')).status).toBe(200)
    const statuses: number[] = []
    for (let i = 0; i < 15; i++)
      statuses.push((await requestPage('/', { headers: basicAuth(`guess number ${i}`) })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 5 }, () => 429)])
    const refused = await requestPage('/')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const lines = () => gateway!.logs.filter((it) => it.msg === 'wrong password for the queue page')
    await expect.poll(lines).toHaveLength(10)
    expect(lines()[0]).toMatchObject({ level: 'warn', address: '127.0.0.1' })
    expect(JSON.stringify(gateway!.logs)).not.toMatch(/guess number|this: as long/)
  })

  it('compares no more than ten of the passwords that arrive at one moment', async () => {
    await using ownSystem = await startSystem({ workers: 0, gatewayEnv: { QUEUE_PAGE_PASSWORD: password } })
    const requestPage = openPage(ownSystem)
    const guesses = Array.from({ length: 100 }, (_, index) => (index === 99 ? password : `guess number ${index}`))
    const responses = await Promise.all(guesses.map((it) => requestPage('/', { headers: basicAuth(it) })))
    const statuses = responses.map((it) => it.status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 90 }, () => 429)])
  })

  it('shows an export without its map content, and removes it', async () => {
    const requestPage = openPage(system)
    const client = await system.createWorkspace({ plan: 'pro' })
    const { response, job } = await queueExport(system, client)
    expect(job).toMatchObject({ name: 'markdown', data: { workspaceId: client.id } })
    expect(job.data['map']).toMatch(/^not shown: \d+ characters$/)
    for (const path of ['/api/queues?activeQueue=exports', `${inQueue}/${job.id}`, `${inQueue}/${job.id}/logs`]) {
      const { status, text } = await requestPage(path)
      expect(status, path).toBe(200)
      for (const secret of [shop.name, shop.nodes[0]!.label, client.token]) expect(text, path).not.toContain(secret)
    }

    const removeJob = (headers: Record<string, string>) =>
      requestPage(`${inQueue}/${job.id}/clean`, { method: 'PUT', headers })
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'http://evil.example' }, { Origin: 'null' }]) {
      expect((await removeJob(headers as Record<string, string>)).status).toBe(403)
    }
    expect((await readBoard(requestPage)).jobs).toHaveLength(1)
    expect((await removeJob({ Origin: internalUrl(system.gateways[0]!) })).status).toBe(204)
    expect(await response).toEqual({ status: 503, text: expect.stringContaining('taken this export out') as string })
    expect((await readBoard(requestPage)).jobs).toEqual([])
    const redis = new Redis(system.redisUrl)
    expect(await redis.zcard(WAITING_KEY)).toBe(0)
    redis.disconnect()
  })

  it('pauses the queue, but adds and changes nothing', async () => {
    const requestPage = openPage(system)
    const client = await system.createWorkspace({ plan: 'pro' })
    expect((await requestPage(`${inQueue}/pause`, { method: 'PUT' })).status).toBe(200)
    expect((await readBoard(requestPage)).isPaused).toBe(true)
    const { id } = await client.createMap(shop)
    const aborter = new AbortController()
    const { job } = await queueExport(system, client, aborter.signal)
    const changes = [
      ['PATCH', `${inQueue}/${job.id}/update-data`, { jobData: {} }],
      ['PATCH', `${inQueue}/${job.id}/priority`, { priority: 1 }],
      ['POST', `${inQueue}/add`, { name: 'x', data: {}, options: {} }],
      ['PUT', `${inQueue}/concurrency`, { concurrency: 1 }],
      ['PUT', `${inQueue}/rate-limit`, { max: 1, duration: 1_000 }],
      ['PUT', `${inQueue}/obliterate`, {}],
    ] as const
    for (const [method, path, body] of changes) {
      expect((await requestPage(path, { method, body: JSON.stringify(body) })).status, path).toBe(403)
    }
    expect((await readBoard(requestPage)).jobs).toHaveLength(1)
    aborter.abort()
    expect((await requestPage(`${inQueue}/resume`, { method: 'PUT' })).status).toBe(200)
    expect((await client.exportMap(id, 'markdown')).status).toBe(200)
  })

  it('does not open with a short password', async () => {
    const short = startSystem({ workers: 0, gatewayEnv: { QUEUE_PAGE_PASSWORD: 'short' } })
    await expect(short).rejects.toThrow(/did not start/)
  })
})
