import { expect, it } from 'vitest'
import type { Route } from '../http/route.ts'
import { BATCH_BYTES, type ListEntry } from '../store/map-lists.ts'
import type { MapStore } from '../store/maps.ts'
import type { StoredMap } from '../store/stored-map.ts'
import { allPages, batches, ENTRY_PAGE_SIZE, streamMaps } from './map-list.ts'
import { mapJson } from './map-json.ts'
import { mapRoutes } from './maps.ts'

const at = new Date(0)

/** Entries of maps that each are a batch of their own. */
function large(count: number): ListEntry[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${index}`, updatedAt: at, size: BATCH_BYTES }))
}

/** A store of maps of which some have gone since the index was read, which notes the signals that it is given. */
function storeWithout(gone: readonly string[]) {
  const signals: unknown[] = []
  const map = { name: 'x', workspaceId: 'w', isPublic: false, shareId: null, version: 1, createdAt: at, updatedAt: at }
  async function getMany(_workspaceId: string, ids: readonly string[], signal?: AbortSignal): Promise<StoredMap[]> {
    signals.push(signal)
    return ids.filter((id) => !gone.includes(id)).map((id) => ({ ...map, id, nodes: '[]', edges: '[]' }))
  }
  const readBatch = async (ids: readonly string[]) => (await getMany('w', ids)).map(mapJson)
  return { getMany, readBatch, signals }
}

async function idsOf(chunks: AsyncIterable<string>): Promise<string[]> {
  const { maps } = JSON.parse((await Array.fromAsync(chunks)).join('')) as { maps: { id: string }[] }
  return maps.map((it) => it.id)
}

const { signal } = new AbortController()

it('is whole JSON without the maps that have gone, wherever they stood', async () => {
  expect(await idsOf(streamMaps([large(5)], storeWithout(['0', '2', '4']).readBatch))).toEqual(['1', '3'])
  expect(await idsOf(streamMaps([large(1)], storeWithout(['0']).readBatch))).toEqual([])
  expect(await idsOf(streamMaps([[]], storeWithout([]).readBatch))).toEqual([])
})

it('is read in batches of bounded size and number', () => {
  const entries = (count: number, size: number) => large(count).map((it) => ({ ...it, size }))
  const lengthsOf = (list: ListEntry[]) => Array.from(batches(list), (ids) => ids.length)
  expect(lengthsOf(entries(600, 0))).toEqual([500, 100])
  expect(lengthsOf(entries(10, BATCH_BYTES / 8))).toEqual([8, 2])
  expect(lengthsOf(entries(2, 4 * BATCH_BYTES))).toEqual([1, 1])
  expect(lengthsOf([])).toEqual([])
})

it('is read for as long as its client is there', async () => {
  const store = { ...storeWithout([]), listEntries: async () => large(1) } as Partial<MapStore> as MapStore
  const routes = mapRoutes({ maps: store, shareUrl: (shareId) => shareId })
  const list = routes.find((it) => it.method === 'get' && it.path === '/maps')!
  const context = { caller: { workspaceId: 'w' }, query: {}, signal: () => signal } as unknown as Parameters<
    Route['handle']
  >[0]
  const { body } = await list.handle(context)
  await idsOf(body as AsyncIterable<string>)
  expect((store as unknown as ReturnType<typeof storeWithout>).signals).toEqual([signal])
})

/** The index of a store whose maps change while it is read: `change` is told of each page that was. */
function changingIndex(count: number, change: (maps: ListEntry[], reads: number) => void) {
  let reads = 0
  const id = (at: number) => `01890a5d-ac96-774b-bcce-${at.toString().padStart(12, '0')}`
  const maps = Array.from({ length: count }, (_, at) => ({ id: id(at), updatedAt: new Date(1.5e12 + at), size: 1 }))
  const place = (it: { id: string; updatedAt: Date }) => `${it.updatedAt.getTime()} ${it.id}`
  const read = (entries: ListEntry[], limit: number) => {
    const page = entries.slice(0, limit).map((it) => ({ ...it }))
    change(maps, ++reads)
    return page
  }
  const oldestFirst = () => maps.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
  const store: Pick<MapStore, 'listEntries' | 'listEntriesSince'> = {
    listEntries: async (_, { limit, after }) =>
      read(
        oldestFirst()
          .toReversed()
          .filter((it) => !after || place(it) < place(after)),
        limit,
      ),
    listEntriesSince: async (_, since, limit) =>
      read(
        oldestFirst().filter((it) => place(it) > place(since)),
        limit,
      ),
  }
  return { store, maps }
}

it('has every map once, though maps are updated, deleted and made while its index is read', async () => {
  let now = 2e12
  const touch = (map: ListEntry | undefined) => void (map!.updatedAt = new Date(now++))
  const { store, maps } = changingIndex(3 * ENTRY_PAGE_SIZE, (all, reads) => {
    // One that was listed, one that was not yet, and the one that would come next.
    for (const at of [all.length - 2, reads, all.length - 1 - reads * ENTRY_PAGE_SIZE]) if (all[at]) touch(all[at])
    if (reads === 2) all.splice(10, 1)
  })
  const gone = maps[10]!.id
  const first = await store.listEntries('w', { limit: ENTRY_PAGE_SIZE })
  const ids = (await Array.fromAsync(allPages(store, 'w', first))).flatMap((page) => page.map((it) => it.id))
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(ids)).toEqual(new Set(maps.map((it) => it.id)))
  expect(ids).not.toContain(gone)
  // The control: pages alone miss those that moved.
  let paged = 0
  for (
    let page = first;
    page.length > 0;
    page = await store.listEntries('w', { limit: ENTRY_PAGE_SIZE, after: page.at(-1) })
  ) {
    paged += page.length
  }
  expect(paged).toBeLessThan(maps.length)
})
