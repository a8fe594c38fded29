import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultPlans } from '@maps/shared/plans'
import { describe, expect, it } from 'vitest'
import { openMapStore } from '../../../test/rig/map-store.ts'
import { layoutState } from './layouts.ts'
import { isMapTooLarge } from './read-within.ts'

const { maps, newWorkspace, sql } = await openMapStore()

/** A map in a workspace of its own. */
async function openMap() {
  const workspace = (await newWorkspace()).id
  const outcome = await maps.create(workspace, { name: 'x', nodes: [], edges: [], isPublic: false }, defaultPlans.pro)
  if (typeof outcome === 'string') throw new Error(outcome)
  const { id } = outcome.map
  return {
    id,
    workspace,
    pin: (pin: string, states?: string[], limits = defaultPlans.pro) => maps.pin(workspace, id, pin, limits, states),
    unpin: (states?: string[]) => maps.unpin(workspace, id, states),
    async read() {
      const map = await maps.get(workspace, id, undefined, true)
      if (typeof map === 'string' || isMapTooLarge(map)) throw new Error(JSON.stringify(map))
      return map
    },
    async bytes() {
      const [row] = await sql`select stored_bytes::int as bytes from workspaces where id = ${workspace}`
      return row!['bytes'] as number
    },
  }
}

describe('a pin', () => {
  it('is set, replaced and removed in the states that are allowed', async () => {
    const map = await openMap()
    const [unpinned, one, two] = [null, '{"a":1}', '{"a":2}'].map((pin) => layoutState({ version: 1, pin }))
    expect(await map.pin('{"a":1}', ['2', one!, two!])).toBe('state differs')
    expect(await map.pin('{"a":1}', [unpinned!])).toBe('done')
    expect(await map.pin('{"a":2}', [unpinned!, two!])).toBe('state differs')
    expect(await map.pin('{"a":2}', [one!])).toBe('done')
    expect(await map.read()).toMatchObject({ version: 1, pin: '{"a":2}' })
    expect(await map.unpin([one!, unpinned!])).toBe('state differs')
    expect(await map.unpin(['1'])).toBe('done')
    expect(await map.unpin()).toBe('done')
    expect(await map.read()).toMatchObject({ version: 1, pin: null })
  })

  it('is not set by two requests that have read the same state', async () => {
    const map = await openMap()
    await map.pin('{"n":0}')
    const state = layoutState(await map.read())
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, at) => map.pin(`{"n":${at + 1}}`, [state])))
    expect(outcomes.filter((it) => it === 'done')).toHaveLength(1)
  })

  it('is not set where another request removes meanwhile the one that it replaces', async () => {
    const map = await openMap()
    await map.pin('{"n":0}')
    const state = layoutState(await map.read())
    const unpinned = Promise.withResolvers<void>()
    const removed = Promise.withResolvers<void>()
    const other = sql.begin(async (transaction) => {
      await transaction`select 1 from maps where id = ${map.id} for no key update`
      await transaction`delete from map_layouts where map_id = ${map.id}`
      removed.resolve()
      await unpinned.promise
    })
    await removed.promise
    const outcomes = Promise.all([map.pin('{"n":1}', [state]), map.pin('{"n":2}')])
    await sleep(300)
    unpinned.resolve()
    await other
    expect(await outcomes).toEqual(['state differs', 'done'])
    expect(await map.read()).toMatchObject({ pin: '{"n":2}' })
  })

  it('counts within the stored bytes of the plan, unless it does not grow', async () => {
    const map = await openMap()
    const before = await map.bytes()
    const limits = (storedBytes: number) => ({ ...defaultPlans.pro, storedBytes })
    expect(await map.pin('{"ä":1}', undefined, limits(before + 7))).toBe('too many bytes')
    expect(await map.pin('{"ä":1}', undefined, limits(before + 8))).toBe('done')
    expect(await map.bytes()).toBe(before + 8)
    expect(await map.pin('{"a":1}', undefined, limits(1))).toBe('done')
    expect(await map.bytes()).toBe(before + 7)
    await maps.remove(map.workspace, map.id)
    expect(await map.bytes()).toBe(0)
    expect(await sql`select from map_layouts where map_id = ${map.id}`).toHaveLength(0)
  })

  it('is written with a change of the map, or not at all', async () => {
    const map = await openMap()
    const change = (
      pin: string | null,
      { versions, storedBytes }: { versions?: number[]; storedBytes?: number } = {},
    ) => {
      const limits = { ...defaultPlans.pro, ...(storedBytes !== undefined && { storedBytes }) }
      return maps.change(map.workspace, map.id, { name: `with ${pin}` }, limits, { versions, pin })
    }
    const before = await map.bytes()
    expect(await change('{"a":1}', { versions: [7] })).toBe('version differs')
    expect(await change('{"a":1}', { storedBytes: before + 6 })).toBe('too many bytes')
    expect(await map.read()).toMatchObject({ version: 1, pin: null })
    await change('{"a":1}', { storedBytes: before + 7 })
    expect(await map.read()).toMatchObject({ version: 2, name: 'with {"a":1}', pin: '{"a":1}' })
    await change('{"b":2}', { storedBytes: before })
    expect(await map.read()).toMatchObject({ version: 3, pin: '{"b":2}' })
    expect(await change(null, { versions: [2] })).toBe('version differs')
    expect(await map.read()).toMatchObject({ version: 3, pin: '{"b":2}' })
    await change(null)
    expect(await map.read()).toMatchObject({ version: 4, pin: null })
    expect(await map.bytes()).toBe(before)
  })

  it('is removed only once the map is unlocked', async () => {
    const map = await openMap()
    await map.pin('{"a":1}')
    const unlocked = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const other = sql.begin(async (transaction) => {
      await transaction`select 1 from maps where id = ${map.id} for no key update`
      locked.resolve()
      await unlocked.promise
    })
    await locked.promise
    const unpinned = map.unpin()
    const first = await Promise.race([unpinned, sleep(300, 'waits')])
    unlocked.resolve()
    await other
    expect(first).toBe('waits')
    expect(await unpinned).toBe('done')
  })

  it('is read within the room for the map, and only for files that are drawn', async () => {
    const map = await openMap()
    await map.pin('{"a":1}')
    const get = (maxBytes: number, hasPin: boolean) => maps.get(map.workspace, map.id, maxBytes, hasPin)
    expect(await get('[][]'.length, true)).toEqual({ neededBytes: '[][]{"a":1}'.length })
    expect(await get('[][]{"a":1}'.length, true)).toMatchObject({ pin: '{"a":1}' })
    expect(await get('[][]'.length, false)).not.toHaveProperty('pin')
  })

  it('is not there for another workspace', async () => {
    const { id } = await openMap()
    expect(await maps.pin(randomUUID(), id, '{}', defaultPlans.pro)).toBe('not found')
    expect(await maps.unpin(randomUUID(), id)).toBe('not found')
    expect(await maps.unpin(randomUUID(), 'none')).toBe('not found')
  })
})
