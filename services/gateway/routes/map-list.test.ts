import { expect, it } from 'vitest'
import type { Route } from '../http/route.ts'
import { type ListEntry, type MapStore, PORTION_BYTES, type StoredMap } from '../store/maps.ts'
import type { Turn } from '../store/turns.ts'
import { portions, streamMaps } from './map-list.ts'
import { mapRoutes } from './maps.ts'

const at = new Date(0)

/** Entries of maps that each are a portion of their own. */
function large(count: number): ListEntry[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${index}`, updatedAt: at, size: PORTION_BYTES }))
}

/** A store of maps of which some have gone since the index was read, which notes the turns that it is asked for. */
function storeWithout(gone: readonly string[]) {
  const turns: Turn[] = []
  const map = { name: 'x', workspaceId: 'w', isPublic: false, shareId: null, version: 1, createdAt: at, updatedAt: at }
  async function getMany(_workspaceId: string, ids: readonly string[], turn: Turn = {}): Promise<StoredMap[]> {
    turns.push(turn)
    return ids.filter((id) => !gone.includes(id)).map((id) => ({ ...map, id, nodes: '[]', edges: '[]' }))
  }
  return { getMany, turns }
}

async function idsOf(pieces: AsyncIterable<string>): Promise<string[]> {
  const { maps } = JSON.parse((await Array.fromAsync(pieces)).join('')) as { maps: { id: string }[] }
  return maps.map((it) => it.id)
}

const { signal } = new AbortController()

it('is whole JSON without the maps that have gone, wherever they stood', async () => {
  expect(await idsOf(streamMaps(storeWithout(['0', '2', '4']), 'w', large(5), signal))).toEqual(['1', '3'])
  expect(await idsOf(streamMaps(storeWithout(['0']), 'w', large(1), signal))).toEqual([])
  expect(await idsOf(streamMaps(storeWithout([]), 'w', [], signal))).toEqual([])
})

it('may have to wait only before it begins, is read in one go for a while, then in turn with others', async () => {
  const store = storeWithout([])
  await idsOf(streamMaps(store, 'w', large(10), signal))
  const whole = { share: 1, signal }
  const inOneGo = Array.from({ length: 7 }, () => ({ ...whole, isUrgent: true }))
  const inTurn = { ...whole, isUrgent: false }
  expect(store.turns).toEqual([{ ...whole, maxWaitMs: 15_000 }, ...inOneGo, inTurn, inTurn])
})

it('is read by size and by number, of which the greater part counts', () => {
  const entries = (count: number, size: number) => large(count).map((it) => ({ ...it, size }))
  const sharesOf = (list: ListEntry[]) => Array.from(portions(list), ({ ids, share }) => [ids.length, share])
  expect(sharesOf(entries(600, 0))).toEqual([
    [500, 1],
    [100, 0.2],
  ])
  expect(sharesOf(entries(10, PORTION_BYTES / 8))).toEqual([
    [8, 1],
    [2, 0.25],
  ])
  expect(sharesOf(entries(2, 4 * PORTION_BYTES))).toEqual([
    [1, 1],
    [1, 1],
  ])
  expect(sharesOf([])).toEqual([])
})

it('takes turns for as long as its client is there', async () => {
  const store = { ...storeWithout([]), index: async () => large(1) } as Partial<MapStore> as MapStore
  const routes = mapRoutes({ maps: store, shareAddress: (shareId) => shareId })
  const list = routes.find((it) => it.method === 'get' && it.path === '/maps')!
  const call = { caller: { workspaceId: 'w' }, query: {}, signal: () => signal } as unknown as Parameters<
    Route['handle']
  >[0]
  const { body } = await list.handle(call)
  await idsOf(body as AsyncIterable<string>)
  expect((store as unknown as ReturnType<typeof storeWithout>).turns).toEqual([{ maxWaitMs: 15_000, share: 1, signal }])
})
