import { EXPORT_QUEUE } from '@maps/shared/export-job'
import { WAITING_KEY } from '@maps/shared/export-slots'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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

function basic(given: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`operator:${given}`).toString('base64')}` }
}

/** The page as an operator with the password uses it. */
function openPage({ gateways: [gateway] }: System) {
  const base = `${internalUrl(gateway!)}/queue`
  return async (path: string, init: RequestInit = {}) => {
    const headers = { ...basic(password), 'Content-Type': 'application/json', ...init.headers }
    const answer = await fetch(base + path, { ...init, headers })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
}

async function readBoard(ask: ReturnType<typeof openPage>): Promise<Board['queues'][number]> {
  const { text } = await ask(`/api/queues?activeQueue=${EXPORT_QUEUE}`)
  return (JSON.parse(text) as Board).queues[0]!
}

/** Leaves an export waiting for a worker that there is not. */
async function askForFile(system: System, team: TestWorkspace, signal: AbortSignal) {
  const { id } = await team.createMap(shop)
  const url = `${system.gateways[0]!.url}/api/v1/maps/${id}/export/markdown`
  const answer = fetch(url, { headers: { Authorization: `Bearer ${team.token}` }, signal })
  const asked = answer.then(async (it) => ({ status: it.status, text: await it.text() }))
  asked.catch(() => {})
  return { asked }
}

describe('the page of the queue', () => {
  let system: System
  beforeAll(async () => {
    system = await startSystem({ workers: 0, gatewayEnv: { QUEUE_PAGE_PASSWORD: password } })
  })
  afterAll(() => system[Symbol.asyncDispose]())

  it('opens with its password alone, and loads nothing from elsewhere', async () => {
    const base = `${internalUrl(system.gateways[0]!)}/queue`
    const wrong = [{}, basic('wrong'), basic(''), basic(`${password} `), { Authorization: `Bearer ${password}` }]
    for (const path of ['', '/', inQueue, '/static/favicon-32x32.png']) {
      for (const headers of path === '' ? wrong : [{}]) {
        const answer = await fetch(base + path, { headers })
        expect(answer.status, path).toBe(401)
        expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
        expect(await answer.text()).not.toContain(password)
      }
    }
    const page = await openPage(system)('/')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    const scripts = [...page.text.matchAll(/<script defer src="([^"]+)"/g)].map((it) => it[1]!)
    expect(scripts).not.toHaveLength(0)
    for (const it of scripts) expect((await openPage(system)(`/${it}`)).status, it).toBe(200)
    const [gateway] = system.gateways
    expect((await fetch(`${gateway!.url}/queue`, { headers: basic(password) })).status).toBe(404)
    expect(JSON.stringify(gateway!.logs)).not.toContain(password)
  })

  it('takes ten guesses of its password a minute from an address, and logs each without it', async () => {
    await using own = await startSystem({ workers: 0, gatewayEnv: { QUEUE_PAGE_PASSWORD: password } })
    const [gateway] = own.gateways
    const ask = openPage(own)
    // Without a password, a browser only asks whether it needs one.
    for (let i = 0; i < 20; i++) expect((await ask('/', { headers: { Authorization: '' } })).status).toBe(401)
    // The control.
    expect((await ask('/')).status).toBe(200)
    const statuses: number[] = []
    for (let i = 0; i < 15; i++) statuses.push((await ask('/', { headers: basic(`guess number ${i}`) })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 5 }, () => 429)])
    const refused = await ask('/')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const lines = () => gateway!.logs.filter((it) => it.msg === 'wrong password for the queue page')
    await expect.poll(lines).toHaveLength(10)
    expect(lines()[0]).toMatchObject({ level: 'warn', address: '127.0.0.1' })
    expect(JSON.stringify(gateway!.logs)).not.toMatch(/guess number|this: as long/)
  })

  it('shows an export without what is in its map, and takes it out', async () => {
    const ask = openPage(system)
    const team = await system.createWorkspace({ plan: 'pro' })
    const leave = new AbortController()
    const { asked } = await askForFile(system, team, leave.signal)
    const [job] = await vi.waitFor(
      async () => {
        const { jobs } = await readBoard(ask)
        expect(jobs).toHaveLength(1)
        return jobs
      },
      { timeout: 5_000 },
    )
    expect(job).toMatchObject({ name: 'markdown', data: { workspaceId: team.id } })
    expect(job!.data['map']).toMatch(/^not shown: \d+ characters$/)
    const ways = ['/api/queues?activeQueue=exports', `${inQueue}/${job!.id}`, `${inQueue}/${job!.id}/logs`]
    for (const it of ways) {
      const { status, text } = await ask(it)
      expect(status, it).toBe(200)
      for (const secret of [shop.name, shop.nodes[0]!.label, team.token]) expect(text, it).not.toContain(secret)
    }

    const takeOut = (headers: Record<string, string>) => ask(`${inQueue}/${job!.id}/clean`, { method: 'PUT', headers })
    const own = internalUrl(system.gateways[0]!)
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'http://evil.example' }, { Origin: 'null' }]) {
      expect((await takeOut(headers as Record<string, string>)).status).toBe(403)
    }
    expect((await readBoard(ask)).jobs).toHaveLength(1)
    expect((await takeOut({ Origin: own })).status).toBe(204)
    expect(await asked).toEqual({ status: 503, text: expect.stringContaining('taken this export out') as string })
    expect((await readBoard(ask)).jobs).toEqual([])
    const redis = new Redis(system.redisUrl)
    expect(await redis.zcard(WAITING_KEY)).toBe(0)
    redis.disconnect()
  })

  it('pauses the queue, but puts nothing into it', async () => {
    await using own = await startSystem({ gatewayEnv: { QUEUE_PAGE_PASSWORD: password } })
    const ask = openPage(own)
    const team = await own.createWorkspace({ plan: 'pro' })
    expect((await ask(`${inQueue}/pause`, { method: 'PUT' })).status).toBe(200)
    expect((await readBoard(ask)).isPaused).toBe(true)
    const { id } = await team.createMap(shop)
    const leave = new AbortController()
    await askForFile(own, team, leave.signal)
    const job = await vi.waitFor(
      async () => {
        const { jobs } = await readBoard(ask)
        expect(jobs).toHaveLength(1)
        return jobs[0]!
      },
      { timeout: 5_000 },
    )
    const changes = [
      ['PATCH', `${inQueue}/${job.id}/update-data`, { jobData: {} }],
      ['PATCH', `${inQueue}/${job.id}/priority`, { priority: 1 }],
      ['POST', `${inQueue}/add`, { name: 'x', data: {}, options: {} }],
      ['PUT', `${inQueue}/concurrency`, { concurrency: 1 }],
      ['PUT', `${inQueue}/rate-limit`, { max: 1, duration: 1_000 }],
      ['PUT', `${inQueue}/obliterate`, {}],
    ] as const
    for (const [method, path, body] of changes) {
      expect((await ask(path, { method, body: JSON.stringify(body) })).status, path).toBe(403)
    }
    expect((await readBoard(ask)).jobs).toHaveLength(1)
    leave.abort()
    expect((await ask(`${inQueue}/resume`, { method: 'PUT' })).status).toBe(200)
    expect((await team.exportMap(id, 'markdown')).status).toBe(200)
  })

  it('is not there without a password, and refuses a short one', async () => {
    await using open = await startSystem({ workers: 0 })
    expect((await fetch(`${internalUrl(open.gateways[0]!)}/queue`)).status).toBe(404)
    const short = startSystem({ workers: 0, gatewayEnv: { QUEUE_PAGE_PASSWORD: 'short' } })
    await expect(short).rejects.toThrow(/did not start/)
  })
})
