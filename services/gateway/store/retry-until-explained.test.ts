import { Unavailable } from '@maps/shared/errors'
import { defaultPlans, type Plan } from '@maps/shared/plans'
import { expect, it } from 'vitest'
import { openMapStore } from '../../../test/rig/map-store.ts'
import { createMapStore, type MapStore } from './maps.ts'
import { retryUntilExplained } from './retry-until-explained.ts'

const { maps, newWorkspace, sql } = await openMapStore()

/** A store in which another request runs after the first statement that finds nothing. */
function storeBeside(other: () => Promise<unknown>): MapStore {
  let hasRun = false
  return createMapStore(async (template, ...values) => {
    const rows = await sql<never>(template, ...values)
    if ((rows as unknown[]).length > 0 || hasRun) return rows
    hasRun = true
    await other()
    return rows
  })
}

const small = { name: 'small', nodes: [], edges: [], isPublic: false }
const nodes = [{ id: 'a' }]

/** Writes that a full workspace refuses. */
const writes: Record<string, (store: MapStore, workspaceId: string, id: string, full: Plan) => Promise<unknown>> = {
  'a creation beyond the number of maps': (store, workspaceId, _id, full) =>
    store.create(workspaceId, small, { ...full, maps: 2 }),
  'a creation with an Idempotency-Key': (store, workspaceId, _id, full) =>
    store.create(workspaceId, { ...small, nodes }, full, 'key'),
  'a creation beyond the bytes': (store, workspaceId, _id, full) =>
    store.create(workspaceId, { ...small, nodes }, full),
  'a change': (store, workspaceId, id, full) => store.change(workspaceId, id, { nodes }, full),
  'a pin': (store, workspaceId, id, full) => store.pin(workspaceId, id, '{"nodes":[]}', full),
}

it.each(Object.entries(writes))(
  '%s is not refused for a limit that another request has just lifted',
  async (_, write) => {
    const { id: workspaceId } = await newWorkspace()
    const make = async () => {
      const outcome = await maps.create(workspaceId, small, defaultPlans.pro)
      if (typeof outcome === 'string') throw new Error(outcome)
      return outcome.map.id
    }
    const id = await make()
    const large = await make()
    await maps.change(workspaceId, large, { nodes: [{ id: 'x'.repeat(100) }] }, defaultPlans.pro)
    const full = { ...defaultPlans.pro, storedBytes: 100 }
    expect(await write(maps, workspaceId, id, full)).toMatch(/^too many/)
    const beside = storeBeside(() => maps.remove(workspaceId, large))
    expect(JSON.stringify(await write(beside, workspaceId, id, full))).not.toContain('too many')
  },
)

it('gives up where other requests come between each time', async () => {
  let attempts = 0
  await expect(retryUntilExplained(async () => void attempts++)).rejects.toBeInstanceOf(Unavailable)
  expect(attempts).toBeGreaterThan(1)
})
