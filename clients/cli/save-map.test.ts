import { describe, expect, it } from 'vitest'
import type { MapChange, MapsClient } from '../typescript/index.ts'
import { saveMap, type SaveOptions } from './save-map.ts'

const id = '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90'
const about = { workspaceId: 'w', isPublic: false, createdAt: '', updatedAt: '', etag: '"v1"' }
const stored = { id, name: 'Tea', nodes: [{ id: 'web' }], edges: [], ...about }
const refused = { nodes: [{ id: 'a' }, { id: 'a' }] }

interface Save extends Partial<SaveOptions> {
  isNew?: boolean
  wasPinned?: boolean
}

/** Saves a content in a service that refuses `refused`. @returns the result, the requests that change or draw, and the maps that were drawn */
async function save(content: MapChange, { isNew = false, wasPinned = false, ...options }: Save) {
  const calls: string[] = []
  const drawn: MapChange[] = []
  const request = async <Result>(name: string, change: MapChange, result: Result): Promise<Result> => {
    calls.push(name)
    if (change.nodes === refused.nodes) throw new Error('refused')
    return result
  }
  const maps = {
    create: (map) => request('create', map, stored),
    update: (_, change) => request('update', change, stored),
    preview: (map) => {
      drawn.push(map)
      return request('preview', map, { bytes: new Uint8Array() } as never)
    },
    layout: async () => ({ version: 1, isPinned: wasPinned, nodes: [], etag: '' }),
    pin: () => request('pin', {}, undefined),
    unpin: () => request('unpin', {}, undefined),
  } as Partial<MapsClient> as MapsClient
  const all = { isDryRun: false, signal: new AbortController().signal, ...options }
  const result = await saveMap(maps, isNew ? undefined : stored, content, all).catch((error: Error) => error.message)
  return { result, calls, drawn }
}

describe('a dry run', () => {
  it.each([true, false])('refuses what the service would refuse, where the map is new: %s', async (isNew) => {
    const content = { name: 'Tea', ...refused }
    expect(await save(content, { isNew, isDryRun: true })).toMatchObject({ result: 'refused', calls: ['preview'] })
  })

  it('draws the whole map, and nothing where nothing would change', async () => {
    const { result, drawn } = await save({ edges: [{ source: 'web', target: 'web' }] }, { isDryRun: true })
    expect(result).toMatchObject({ outcome: 'updated' })
    expect(drawn).toEqual([{ name: 'Tea', nodes: stored.nodes, edges: [{ source: 'web', target: 'web' }] }])
    expect((await save({ nodes: [{ id: 'web' }] }, { isDryRun: true })).calls).toEqual([])
  })
})

describe('a map that is pinned with a change', () => {
  it('is not pinned if the change is refused, unless it was before', async () => {
    const calls = ['pin', 'update']
    expect(await save(refused, { isPinned: true })).toMatchObject({ result: 'refused', calls: [...calls, 'unpin'] })
    expect(await save(refused, { isPinned: true, wasPinned: true })).toMatchObject({ result: 'refused', calls })
  })

  it('is pinned before the change and after it', async () => {
    expect((await save({ nodes: [] }, { isPinned: true })).calls).toEqual(['pin', 'update', 'pin'])
    expect((await save({ name: 'Tea' }, { isPinned: true, isNew: true })).calls).toEqual(['create', 'pin'])
  })
})
