import type { Asked } from './load.ts'
import type { Ground, WayName } from './servers.ts'
import { contentOf, createWorkspace, type Workspace } from './workspaces.ts'

export const operations = ['GET', 'list', 'POST', 'PATCH'] as const
export type Operation = (typeof operations)[number]
const crowds = [1, 16, 64] as const

/** One kind of request on maps of one size, over so many connections. */
export interface Cell {
  operation: Operation
  nodes: number
  connections: number
}

/** What requests are about. */
export interface Surroundings {
  /** By nodes of its maps. */
  workspaces: ReadonlyMap<number, Workspace>
  /** Where new maps go, so that no list grows. */
  newcomers: Workspace
}

const MAPS = 100
/** A list that long is several times what a process should hold of answers. */
const MOST_LISTED_NODES = 50 * 64 * MAPS
const TARGETS = { GET: 0.55, list: 0.65, POST: 0.65, PATCH: 0.65 }
const TARGET_NODES = 50
/** Connections, and most times the bare way's p99. */
export const SLOWNESS = { connections: 64, most: 2 }

export function cellsOf(sizes: readonly number[]): Cell[] {
  const all = sizes.flatMap((nodes) =>
    operations.flatMap((operation) => crowds.map((connections) => ({ operation, nodes, connections }))),
  )
  return all.filter((it) => it.operation !== 'list' || it.nodes * it.connections * MAPS <= MOST_LISTED_NODES)
}

/** The least share of the bare way's rate that we have set out to reach. */
export function targetOf({ operation, nodes }: Cell): number | undefined {
  const isWrite = operation === 'POST' || operation === 'PATCH'
  return isWrite && nodes !== TARGET_NODES ? undefined : TARGETS[operation]
}

export async function prepareSurroundings(ground: Ground, sizes: readonly number[]): Promise<Surroundings> {
  const workspaces = new Map<number, Workspace>()
  for (const nodes of sizes) workspaces.set(nodes, await createWorkspace(ground, `of-${nodes}`, MAPS, nodes))
  return { workspaces, newcomers: await createWorkspace(ground, 'newcomers', 0, 0) }
}

/** What a connection asks. Each has a map of its own, so that no two change the same row. */
export function askOf(
  { operation, nodes }: Pick<Cell, 'operation' | 'nodes'>,
  way: WayName,
  connection: number,
  { workspaces, newcomers }: Surroundings,
): Asked {
  const workspace = workspaces.get(nodes)!
  const index = connection % workspace.mapIds.length
  const path = `/api/v1/maps/${workspace.mapIds[index]}`
  const own = workspace.headers[way]
  const json = { 'Content-Type': 'application/json' }
  switch (operation) {
    case 'GET':
      return { method: 'GET', path, headers: own, status: 200 }
    case 'list':
      return { method: 'GET', path: '/api/v1/maps', headers: own, status: 200 }
    case 'POST': {
      const body = JSON.stringify(contentOf(nodes, index))
      return {
        method: 'POST',
        path: '/api/v1/maps',
        headers: { ...newcomers.headers[way], ...json },
        body,
        status: 201,
      }
    }
    case 'PATCH': {
      const body = JSON.stringify(contentOf(nodes, index))
      return { method: 'PATCH', path, headers: { ...own, ...json }, body, status: 200 }
    }
  }
}

/** Forgets the maps made, and sweeps what was changed: every round finds the same table. */
export async function deleteNewMaps({ sql }: Ground, { newcomers }: Surroundings): Promise<void> {
  await sql`delete from maps where workspace_id = ${newcomers.id}`
  await sql`vacuum analyze maps`
}
