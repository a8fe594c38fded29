import { expect, it, vi } from 'vitest'
import { startSystem } from '../rig/system.ts'
import { shop } from './shop.ts'

it('logs of gateway and worker have a line for each export, by the same request, workspace, map and file', async () => {
  await using system = await startSystem()
  const [[gateway], [worker]] = [system.gateways, system.workers]
  const team = await system.createWorkspace({ plan: 'pro' })
  const map = await team.createMap(shop)
  const url = `${gateway!.url}/api/v1/maps/${map.id}/export/markdown`
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${team.token}`, 'X-Request-Id': 'logged' } })
  const key = answer.headers.get('etag')!.replaceAll('"', '')
  const same = { requestId: 'logged', workspaceId: team.id, mapId: map.id, ms: expect.any(Number) as number, key }
  await vi.waitFor(() => {
    expect(worker!.logs.filter((it) => it.msg === 'export')).toMatchObject([same])
    expect(gateway!.logs.filter((it) => it.requestId === 'logged')).toMatchObject([{ msg: 'request', ...same }])
    const created = gateway!.logs.find((it) => it['method'] === 'POST')
    expect(created).toMatchObject({ workspaceId: team.id, mapId: map.id })
  })
})
