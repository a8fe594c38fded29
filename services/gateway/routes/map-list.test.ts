import { expect, it } from 'vitest'
import { type ListEntry, PORTION_BYTES, type StoredMap } from '../store/maps.ts'
import type { Turn } from '../store/turns.ts'
import { streamMaps } from './map-list.ts'

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

it('is whole JSON without the maps that have gone, wherever they stood', async () => {
  expect(await idsOf(streamMaps(storeWithout(['0', '2', '4']), 'w', large(5)))).toEqual(['1', '3'])
  expect(await idsOf(streamMaps(storeWithout(['0']), 'w', large(1)))).toEqual([])
  expect(await idsOf(streamMaps(storeWithout([]), 'w', []))).toEqual([])
})

it('is read in one go for a while, then in turn with others, and for as long as its client is there', async () => {
  const store = storeWithout([])
  const { signal } = new AbortController()
  await idsOf(streamMaps(store, 'w', large(10), signal))
  const urgent = store.turns.map((it) => it.isUrgent)
  expect(urgent).toEqual([false, ...Array.from({ length: 7 }, () => true), false, false])
  expect(store.turns.every((it) => it.signal === signal)).toBe(true)
})
