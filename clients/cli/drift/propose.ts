import type { MapContent } from '../../../shared/diff/map-diff.ts'
import type { MapEdge, MapNode } from '../../typescript/index.ts'
import type { Drift, SeenService } from './drift.ts'
import type { ReadDrift } from './read-drift.ts'

/** Maximum number of operations that the tool `edit_map` takes at once. */
export const MAX_OPERATIONS = 500

/** An operation of the tool `edit_map` of the MCP server. */
export type Operation =
  | { op: 'remove_edge'; source: string; target: string; index?: number }
  | { op: 'remove_node'; id: string }
  | { op: 'add_node'; node: MapNode }
  | { op: 'add_edge'; edge: MapEdge }

/** Returns what a drift may change, and whether that is all: where something was left out of what was seen, nothing is removed, since it may be just that. */
export function safeChanges(drift: ReadDrift): { changes: Drift; isWhole: boolean } {
  const { leftOut, unseen } = drift
  const isWhole = leftOut.length === 0 || unseen.services.length + unseen.connections.length === 0
  return { changes: isWhole ? drift : { ...drift, unseen: { services: [], connections: [] } }, isWhole }
}

/** Returns the operations that make a map what was seen. The edges of a removed node go with it. */
export function proposeOperations(map: MapContent, { undeclared, unseen }: Drift): Operation[] {
  const gone = new Set(unseen.services.map((it) => it.id))
  const removed = unseen.connections.filter((it) => !gone.has(it.source) && !gone.has(it.target))
  return [
    ...removeEdges(map.edges, new Set(removed)),
    ...Array.from(gone, (id) => ({ op: 'remove_node', id }) as const),
    ...undeclared.services.map((it) => ({ op: 'add_node', node: nodeOf(it) }) as const),
    ...undeclared.connections.map(({ source, target }) => ({ op: 'add_edge', edge: { source, target } }) as const),
  ]
}

/** Returns the map after the proposed operations. */
export function applyDrift(map: MapContent, { undeclared, unseen }: Drift): { nodes: MapNode[]; edges: MapEdge[] } {
  const gone = new Set(unseen.services.map((it) => it.id))
  const removed = new Set(unseen.connections)
  return {
    nodes: [...map.nodes.filter((it) => !gone.has(it.id)), ...undeclared.services.map(nodeOf)],
    edges: [
      ...map.edges.filter((it) => !removed.has(it) && !gone.has(it.source) && !gone.has(it.target)),
      ...undeclared.connections.map(({ source, target }) => ({ source, target })),
    ],
  }
}

/** Removes edges, the last ones first: the index of an edge is its place among all with its ends. */
function removeEdges(edges: readonly MapEdge[], removed: ReadonlySet<MapEdge>): Operation[] {
  const counts = new Map<string, number>()
  const places = edges.map(({ source, target }) => {
    const key = JSON.stringify([source, target])
    const index = counts.get(key) ?? 0
    counts.set(key, index + 1)
    return { source, target, index, key }
  })
  return places
    .filter((_, at) => removed.has(edges[at]!))
    .toReversed()
    .map(({ key, index, ...ends }) => ({ op: 'remove_edge', ...ends, ...(counts.get(key)! > 1 && { index }) }))
}

function nodeOf({ name, label }: SeenService): MapNode {
  return { id: name, ...(label !== undefined && { label }) }
}
