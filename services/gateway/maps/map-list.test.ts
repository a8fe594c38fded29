import { expect, it } from 'vitest'
import type { Route } from '../http/route.ts'
import { BATCH_BYTES, type ListEntry } from '../store/map-lists.ts'
import type { MapStore } from '../store/maps.ts'
import type { StoredMap } from '../store/stored-map.ts'
import { MAX_MAP_BYTES } from '../http/body.ts'
import {
  allPages,
  batches,
  bytesAtATime,
  ENTRY_PAGE_SIZE,
  firstPage,
  nextCursor,
  nextPageLink,
  streamMaps,
} from './map-list.ts'
import { mapJson } from './map-json.ts'
import { mapRoutes } from '../routes/maps.ts'

const at = new Date(0)

/** Entries of maps that each fill a batch. */
function large(count: number): ListEntry[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${index}`, updatedAt: at, size: BATCH_BYTES }))
}

/** A store without the maps that were deleted after its index was read; it records the signals that it gets. */
function storeWithout(deleted: readonly string[]) {
  const signals: unknown[] = []
  const map = { name: 'x', workspaceId: 'w', isPublic: false, shareId: null, version: 1, createdAt: at, updatedAt: at }
  async function getMany(_workspaceId: string, ids: readonly string[], signal?: AbortSignal): Promise<StoredMap[]> {
    signals.push(signal)
    return ids.filter((id) => !deleted.includes(id)).map((id) => ({ ...map, id, nodes: '[]', edges: '[]' }))
  }
  const readBatch = async (ids: readonly string[]) => (await getMany('w', ids)).map(mapJson)
  return { getMany, readBatch, signals }
}

async function idsOf(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const { maps } = JSON.parse(Buffer.concat(await Array.fromAsync(chunks)).toString()) as { maps: { id: string }[] }
  return maps.map((it) => it.id)
}

const { signal } = new AbortController()

it('is valid JSON without deleted maps, at any place in the list', async () => {
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

it('reserves the size of its largest batch, and that of the largest map where there may be another page', () => {
  const entries = (count: number, size: number) => large(count).map((it) => ({ ...it, size }))
  expect(bytesAtATime(entries(10, 100))).toBe(1_000)
  expect(bytesAtATime(entries(10, BATCH_BYTES / 2))).toBe(BATCH_BYTES)
  expect(bytesAtATime([...entries(10, 100), ...entries(1, MAX_MAP_BYTES)])).toBe(MAX_MAP_BYTES)
  expect(bytesAtATime(entries(ENTRY_PAGE_SIZE, 100))).toBe(MAX_MAP_BYTES)
})

it('goes on in pages after a cursor, also without a limit', () => {
  const [entry] = large(1)
  const page = Array.from({ length: 1_000 }, () => ({ ...entry!, id: '01890a5d-ac96-774b-bcce-000000000000' }))
  const cursor = nextCursor({ limit: 1 }, page.slice(0, 1))!
  expect(firstPage({ cursor })).toMatchObject({ limit: 1_000, after: { id: page[0]!.id } })
  expect(nextPageLink({ cursor }, page)).toContain('limit=1000')
  expect(firstPage({})).toMatchObject({ limit: ENTRY_PAGE_SIZE, after: undefined })
  expect(nextPageLink({}, large(ENTRY_PAGE_SIZE))).toBe(undefined)
})

it('is read until its client disconnects', async () => {
  const store = { ...storeWithout([]), listEntries: async () => large(1) } as Partial<MapStore> as MapStore
  const routes = mapRoutes({ maps: store, shareUrl: (shareId) => shareId })
  const list = routes.find((it) => it.method === 'get' && it.path === '/maps')!
  const context = { caller: { workspaceId: 'w' }, query: {}, signal: () => signal }
  const { body } = await list.handle(context as unknown as Parameters<Route['handle']>[0])
  await idsOf(body as AsyncIterable<Buffer>)
  expect((store as unknown as ReturnType<typeof storeWithout>).signals).toEqual([signal])
})

/** The index of a store whose maps change while it is read. @param change called after each page */
function changingIndex(count: number, change: (maps: ListEntry[], reads: number) => void) {
  let reads = 0
  const id = (at: number) => `01890a5d-ac96-774b-bcce-${at.toString().padStart(12, '0')}`
  const maps = Array.from({ length: count }, (_, at) => ({ id: id(at), updatedAt: new Date(1.5e12 + at), size: 1 }))
  const position = (it: { id: string; updatedAt: Date }) => `${it.updatedAt.getTime()} ${it.id}`
  const read = (entries: ListEntry[]) => {
    const page = entries.map((it) => ({ ...it }))
    change(maps, ++reads)
    return page
  }
  const oldestFirst = () => maps.toSorted((a, b) => (position(a) < position(b) ? -1 : 1))
  const store: Pick<MapStore, 'listEntries' | 'listEntriesSince'> = {
    async listEntries(_, { limit, after }) {
      const newestFirst = oldestFirst().toReversed()
      return read(newestFirst.filter((it) => !after || position(it) < position(after)).slice(0, limit))
    },
    async listEntriesSince(_, since, limit) {
      const later = oldestFirst().filter((it) => position(it) > position(since))
      return read(later.slice(0, limit))
    },
  }
  return { store, maps }
}

it.each([0, 1])(
  'has every map once, with %i maps of a future update time, also when maps change while its index is read',
  async (future) => {
    let now = Date.now()
    const touch = (map: ListEntry | undefined) => void (map!.updatedAt = new Date(now++))
    const { store, maps } = changingIndex(3 * ENTRY_PAGE_SIZE, (all, reads) => {
      // A listed map, a map that is not listed yet, and the next one.
      for (const at of [all.length - 2, reads, all.length - 1 - reads * ENTRY_PAGE_SIZE]) if (all[at]) touch(all[at])
      if (reads === 2) all.splice(10, 1)
    })
    if (future > 0) maps.at(-1)!.updatedAt = new Date(now + 3_600_000)
    const deleted = maps[10]!.id
    const first = await store.listEntries('w', { limit: ENTRY_PAGE_SIZE })
    const ids = (await Array.fromAsync(allPages(store, 'w', first))).flatMap((page) => page.map((it) => it.id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(ids)).toEqual(new Set(maps.map((it) => it.id)))
    expect(ids).not.toContain(deleted)
    // The control: pages alone miss the maps that moved.
    let paged = 0
    for (let page = first; page.length > 0;) {
      paged += page.length
      page = await store.listEntries('w', { limit: ENTRY_PAGE_SIZE, after: page.at(-1) })
    }
    expect(paged).toBeLessThan(maps.length)
  },
)
