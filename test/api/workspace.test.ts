import { defaultPlans } from '@maps/shared/plans'
import { describe, expect, it } from 'vitest'
import { useSystem } from '../rig/shared-system.ts'
import { shop } from '../system/shop.ts'

const { system } = await useSystem()
/** The usage of a workspace without earlier versions of maps. */
const none = { revisions: 0, revisionBytes: 0 }
const unknownWorkspace = '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90'

describe('the workspace of a token', () => {
  it('has its name and plan with the limits, and what it holds', async () => {
    const workspace = await system.createWorkspace({ plan: 'pro' })
    const { id, name } = workspace
    const read = async () => (await workspace.request('GET', '/workspace')).json as { workspace: object }
    const expected = { id, name, plan: 'pro', limits: defaultPlans.pro, token: { name: 'test', isReadOnly: false } }
    expect(await read()).toEqual({ workspace: { ...expected, usage: { ...none, maps: 0, storedBytes: 0 } } })

    const maps = [await workspace.createMap(shop), await workspace.createMap({ name: 'Tea ☕', nodes: [{ id: '☕' }] })]
    const storedBytes = maps.reduce((sum, { nodes, edges }) => sum + bytesOf(nodes) + bytesOf(edges), 0)
    expect(await read()).toEqual({ workspace: { ...expected, usage: { ...none, maps: 2, storedBytes } } })
    await workspace.deleteMap(maps[0]!.id)
    expect(await read()).toMatchObject({ workspace: { usage: { maps: 1 } } })
  })

  it('says to a token that may only read that it may, and when it expires', async () => {
    const workspace = await system.createWorkspace()
    const expiresAt = new Date(Date.now() + 3_600_000)
    const { token } = await workspace.createToken({ isReadOnly: true, expiresAt })
    const response = await workspace.request('GET', '/workspace', { headers: { Authorization: `Bearer ${token}` } })
    expect(response).toMatchObject({ status: 200, json: { workspace: { id: workspace.id, plan: 'free' } } })
    expect(response.json.workspace.token).toEqual({
      name: 'test',
      isReadOnly: true,
      expiresAt: expiresAt.toISOString(),
    })
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
  })

  it('has no part of the token', async () => {
    const workspace = await system.createWorkspace()
    const { text } = await workspace.request('GET', '/workspace')
    expect(text).not.toContain(workspace.token.slice(-4))
    expect(text).not.toMatch(/mapsws_|[0-9a-f]{40}/)
  })

  it('is that of the caller alone', async () => {
    const workspace = await system.createWorkspace()
    const noToken = await workspace.request('GET', '/workspace', { headers: { Authorization: '' } })
    expect(noToken).toMatchObject({ status: 401 })
    const query = { id: unknownWorkspace }
    expect(await workspace.request('GET', '/workspace', { query })).toMatchObject({ status: 400 })
    const changed = await workspace.request('PATCH', '/workspace', { body: { plan: 'pro' }, direct: true })
    expect(changed).toMatchObject({ status: 405 })
    expect(changed.headers.get('allow')).toMatch(/^GET, HEAD/)
  })
})

function bytesOf(list: readonly object[]): number {
  return Buffer.byteLength(JSON.stringify(list))
}
