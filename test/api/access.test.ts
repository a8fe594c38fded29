import { exportFormats } from '@maps/shared/file-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWellFormedToken, newToken } from '../../services/gateway/auth/token.ts'
import { useSystem } from '../rig/shared-system.ts'
import { startSystem, type System } from '../rig/system.ts'
import { shop } from '../system/shop.ts'

const { system, client } = await useSystem()
const { id: mapId } = await client.createMap(shop)

/**
 * Starts a gateway for tests that count requests, and stops it after them. A gateway that serves other files, too, may reach Redis too
 * late, and count in memory.
 */
function useOwnGateway(): Pick<System, 'createWorkspace'> {
  let system: System
  beforeAll(async () => {
    system = await startSystem({ workers: 0 })
  })
  afterAll(() => system[Symbol.asyncDispose]())
  return { createWorkspace: (settings) => system.createWorkspace(settings) }
}
const gateway = useOwnGateway()

/** A request to each of the six endpoints, as the map's own workspace would send it. */
const endpoints = (id: string) =>
  [
    ['GET', '/maps', undefined],
    ['GET', `/maps/${id}`, undefined],
    ['POST', '/maps', { name: 'x' }],
    ['PATCH', `/maps/${id}`, { name: 'x' }],
    ['DELETE', `/maps/${id}`, undefined],
    ['GET', `/maps/${id}/export/png`, undefined],
  ] as const

describe('authentication', () => {
  it('§5 rule 1: a workspace token as Bearer opens every endpoint', async () => {
    const response = await client.request('GET', '/maps')
    expect(response.status).toBe(200)
    // The scheme is case-insensitive (RFC 9110), but the validating proxy refuses it in lower case.
    const headers = { Authorization: `bearer ${client.token}` }
    const lowerCase = await client.request('GET', '/maps', { headers, direct: true })
    expect(lowerCase.status).toBe(200)
  })

  it("§5 rule 3: another workspace's map answers the same 404 as an unknown id, and stays untouched", async () => {
    const otherClient = await system.createWorkspace({ plan: 'pro' })
    const unknownId = '01890000-0000-7000-8000-000000000000'
    for (const [method, path, body] of endpoints(mapId)) {
      if (!path.includes(mapId)) continue
      const response = await otherClient.request(method, path, { body })
      const unknown = await otherClient.request(method, path.replace(mapId, unknownId), { body })
      expect(response.status).toBe(404)
      const text = response.text.replaceAll(mapId, unknownId).replace(response.json.requestId, '')
      expect(text).toBe(unknown.text.replace(unknown.json.requestId, ''))
    }
    expect(await otherClient.listMaps()).toEqual([])
    expect(await client.getMap(mapId)).toMatchObject(shop)
  })

  it('§5 rule 4: several tokens of a workspace live side by side, and a revoked one dies within 15 s', async () => {
    const second = await client.createToken()
    const headers = { Authorization: `Bearer ${second.token}` }
    const requestStatus = async () => (await client.request('GET', '/maps', { headers })).status
    expect(await requestStatus()).toBe(200)
    await client.revokeToken(second.id)
    await expect.poll(requestStatus, { timeout: 15_000, interval: 500 }).toBe(401)
    expect(await client.request('GET', '/maps')).toMatchObject({ status: 200 })
  }, 30_000)
})

describe('a bad token', () => {
  // Bad tokens use up the quota of this address at their gateway.
  const ownGateway = useOwnGateway()

  it('§5 rule 2: a missing or bad token is 401 on every endpoint, and none can tell an unknown token from an expired or revoked one', async () => {
    const workspace = await ownGateway.createWorkspace({ plan: 'pro' })
    const unknown = newToken()
    expect(isWellFormedToken(unknown)).toBe(true)
    const revoked = await workspace.createToken()
    await workspace.revokeToken(revoked.id)
    const expired = await workspace.createToken({ expiresAt: new Date(Date.now() - 1_000) })
    const { token } = workspace
    const misspelt = token.slice(0, -1) + (token.endsWith('x') ? 'y' : 'x')
    const kinds = {
      'no Authorization header': [''],
      'is not the word Bearer': ['Bearer', 'Bearer ', `Basic ${token}`, token, `Bearer ${token} ${token}`],
      'is cut off or misspelt': [`Bearer ${token.slice(0, -5)}`, `Bearer ${misspelt}`, `Bearer ${token}x`, 'Bearer x'],
      'is unknown, expired or revoked': [unknown, revoked.token, expired.token].map((it) => `Bearer ${it}`),
    }
    for (const [detail, headers] of Object.entries(kinds)) {
      const bodies = new Set<string>()
      for (const authorization of headers) {
        const response = await workspace.request('GET', '/maps', { headers: { Authorization: authorization } })
        expect(response, authorization).toMatchObject({
          status: 401,
          json: { detail: expect.stringContaining(detail) },
        })
        expect(response.headers.get('www-authenticate')).toBe('Bearer realm="maps"')
        bodies.add(response.text.replace(response.json.requestId, ''))
      }
      expect(bodies.size, detail).toBe(1)
    }
    for (const [method, path, body] of endpoints('anything')) {
      const response = await workspace.request(method, path, { body, headers: { Authorization: '' } })
      expect(response, `${method} ${path}`).toMatchObject({ status: 401 })
    }
  })

  it('is counted by address', async () => {
    const workspace = await ownGateway.createWorkspace()
    // Has the gateway cache the valid token.
    await workspace.request('GET', '/maps')
    const sendBadToken = () => workspace.request('GET', '/maps', { headers: { Authorization: `Bearer ${newToken()}` } })
    const { status, headers } = await sendBadToken()
    const remaining = Number(/;r=(\d+);/.exec(headers.get('ratelimit')!)![1])
    expect([status, headers.get('ratelimit-policy'), remaining < 30]).toEqual([401, '"default";q=30;w=60', true])
    const statuses = await Promise.all(Array.from({ length: remaining + 5 }, async () => (await sendBadToken()).status))
    expect(statuses.filter((it) => it === 401)).toHaveLength(remaining)
    expect(statuses.filter((it) => it === 429)).toHaveLength(5)
    expect(await workspace.request('GET', '/maps')).toMatchObject({ status: 200 })
  })
})

describe('the statuses', () => {
  it('§7 400: it tells every field at fault, and what would be right', async () => {
    const body = { nodes: [{ id: '', lable: 'typo' }], edges: [{ source: 'a', target: 'b', color: 'expression(1)' }] }
    const response = await client.request('POST', '/maps', { body })
    expect(response).toMatchObject({
      status: 400,
      json: { title: 'Bad Request', status: 400, instance: '/api/v1/maps' },
    })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.json.fields).toEqual({
      name: 'is required',
      'nodes[0].id': 'must not be empty',
      'nodes[0].lable': 'is not a known field; known are id, label, tech, spend, currency, billing, x, y',
      'edges[0].color': 'must be a hex, rgb(), hsl() or named colour, such as "#3b82f6" or "tomato"',
    })
  })

  it('§7 401: it says how to send a token', async () => {
    const { status, json } = await client.request('GET', '/maps', { headers: { Authorization: '' } })
    expect(status).toBe(401)
    expect(json).toMatchObject({ title: 'Unauthorized', detail: expect.stringContaining('Bearer') })
  })

  it('§7 403: it says what the plan includes', async () => {
    const free = await system.createWorkspace({ plan: 'free' })
    const { id } = await free.createMap(shop)
    const response = await free.exportMap(id, 'notion')
    const detail = 'The free plan does not include notion; it has png, markdown, claude, agents.'
    expect(response).toMatchObject({ status: 403, json: { title: 'Forbidden', detail } })
  })

  it('§7 404: it names the map that is not there', async () => {
    for (const format of exportFormats) {
      const response = await client.exportMap('missing', format)
      expect(response).toMatchObject({ status: 404, json: { detail: 'There is no map "missing" in this workspace.' } })
    }
  })

  it('§7 429: it says when to come back, and other workspaces are not concerned', async () => {
    const [free, other] = [await gateway.createWorkspace(), await gateway.createWorkspace()]
    const responses = []
    for (let round = 0; round < 5; round++) {
      responses.push(...(await Promise.all(Array.from({ length: 25 }, () => free.request('GET', '/maps')))))
    }
    const refused = responses.filter((it) => it.status === 429)
    expect(refused).toHaveLength(5)
    expect(refused[0]).toMatchObject({ json: { title: 'Too Many Requests', status: 429 } })
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await other.request('GET', '/maps')).toMatchObject({ status: 200 })
  })
})

describe('the limits', () => {
  it('§8 Request rate: every answer tells the quota and what is left of it', async () => {
    const quotas = [
      [await gateway.createWorkspace({ plan: 'free' }), 120],
      [await gateway.createWorkspace({ plan: 'pro' }), 1_200],
    ] as const
    for (const [workspace, quota] of quotas) {
      for (const remaining of [quota - 1, quota - 2]) {
        const { headers } = await workspace.request('GET', '/maps/missing')
        expect(headers.get('ratelimit-policy')).toBe(`"default";q=${quota};w=60`)
        expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${remaining};t=\\d+$`))
      }
    }
  })
})
