import type { Mark } from '../documents/mermaid.ts'
import type { MapContent, MapEdge, MapNode } from '../map.ts'
import type { Comparison } from './diff-words.ts'

/** The second of two maps with what was removed from the first. */
export interface MergedMap extends MapContent {
  /** The changes of elements; none of what stayed. A renamed node counts as changed. */
  marks: ReadonlyMap<MapNode | MapEdge, Mark>
  /** The ids of renamed nodes, by those that they had. */
  newIds: ReadonlyMap<string, string>
}

/** Merges two maps, for a picture of both. Edges follow renamed nodes. */
export function mergeMaps({ to, diff }: Pick<Comparison, 'to' | 'diff'>): MergedMap {
  const newIds = new Map(diff.nodes.renamed.map((it) => [it.from, it.to]))
  const removed = diff.edges.removed.map((it) => withNewIds(it, newIds))
  const changedIds = new Set([...diff.nodes.changed.map((it) => it.id), ...newIds.values()])
  const marks = new Map<MapNode | MapEdge, Mark>()
  const changed = [...to.nodes.filter((it) => changedIds.has(it.id)), ...diff.edges.changed.map((it) => it.edge)]
  for (const it of changed) marks.set(it, 'changed')
  for (const it of [...diff.nodes.added, ...diff.edges.added]) marks.set(it, 'added')
  for (const it of [...diff.nodes.removed, ...removed]) marks.set(it, 'removed')
  return { nodes: [...to.nodes, ...diff.nodes.removed], edges: [...to.edges, ...removed], marks, newIds }
}

/** An edge between nodes by their new ids. */
export function withNewIds(edge: MapEdge, newIds: ReadonlyMap<string, string>): MapEdge {
  const { source, target } = edge
  return { ...edge, source: newIds.get(source) ?? source, target: newIds.get(target) ?? target }
}
