import { monthlyCosts } from '../costs.ts'
import type { Diff } from '../formats/diffs.ts'
import type { MapEdge, MapNode } from '../map.ts'
import { currencies } from '../map-values.ts'
import { leastAssignment } from './assignment.ts'
import { longestAscent } from './longest-ascent.ts'

/** What is compared of a map. */
export interface MapContent {
  id?: string | undefined
  /** Compared if both maps have one, unless they have different ids: then neither was renamed. */
  name?: string | undefined
  nodes: readonly MapNode[]
  edges: readonly MapEdge[]
}

/**
 * The changes from one map to another. Removed elements are as in the first map, all others as in the second. Edges follow a renamed node: an edge
 * between other ids for this reason alone is not changed. Positions and order count in `moved` alone.
 */
export type MapDiff = Omit<Diff, 'base' | 'from' | 'to'>

/** A field that differs. `from` or `to` is missing if the field is not set on that side. */
export type FieldChange = MapDiff['nodes']['changed'][number]['changes'][number]

/** Maximum number of pairs of differing edges with the same ends that are compared for the least change. Of more, edges are matched by order. */
const MAX_ASSIGNED = 256
/** Maximum number of elements to compare for renames that not all edges follow. Beyond it, these nodes are added and removed. */
const MAX_TRIED = 20_000

/** Indices of an element in both maps. */
type Pair = readonly [from: number, to: number]
/** New ids of nodes, by their old ones. */
type Renames = ReadonlyMap<string, string>

/**
 * Compares two maps. Nodes are matched by id, and edges with the same ends by least change. A removed and an added node are one that is renamed if
 * no other removed or added node has their label and technology, unless this takes more changes.
 */
export function diffMaps(from: MapContent, to: MapContent): MapDiff {
  const diffs = possibleRenames(from, to).map((it) => diffWith(from, to, it))
  return diffs.reduce((least, it) => (sizeOf(it) < sizeOf(least) ? it : least))
}

function diffWith(from: MapContent, to: MapContent, renames: Renames): MapDiff {
  const nodes = matchNodes(from.nodes, to.nodes, renames)
  const edges = matchEdges(from.edges, to.edges, renames)
  const nodeChanges = changesOf(from.nodes, to.nodes, nodes, notContentOfNodes)
  const edgeChanges = changesOf(from.edges, to.edges, edges, notContentOfEdges)
  const isInPlace = ([before, after]: Pair): boolean => isAtSamePosition(from.nodes[before]!, to.nodes[after]!)
  return {
    ...changeOfName(from, to),
    nodes: {
      added: nodeChanges.added,
      removed: nodeChanges.removed,
      renamed: Array.from(renames, ([from, to]) => ({ from, to })),
      changed: nodeChanges.changed.map(({ element, changes }) => ({ id: element.id, changes })),
    },
    edges: {
      ...edgeChanges,
      changed: edgeChanges.changed.map(({ element, changes }) => ({ edge: element, changes })),
    },
    costs: costChanges(from.nodes, to.nodes),
    moved: nodes.length - longestOrder(nodes.filter(isInPlace)) + (edges.length - longestOrder(edges)),
  }
}

/** Whether a diff has no change. */
export function isEmptyDiff(diff: MapDiff): boolean {
  return !diff.name && diff.moved === 0 && sizeOf(diff) === 0
}

/** Counts the changed elements. */
function sizeOf({ nodes, edges }: MapDiff): number {
  return [nodes, edges].flatMap((lists) => Object.values(lists).flat()).length
}

const notContentOfNodes: ReadonlySet<string> = new Set(['id', 'x', 'y'])
const notContentOfEdges: ReadonlySet<string> = new Set(['source', 'target'])

function isAtSamePosition(from: MapNode, to: MapNode): boolean {
  return from.x === to.x && from.y === to.y
}

function changeOfName(from: MapContent, to: MapContent): Pick<MapDiff, 'name'> {
  const areTwoMaps = from.id !== undefined && to.id !== undefined && from.id !== to.id
  if (areTwoMaps || from.name === undefined || to.name === undefined || from.name === to.name) return {}
  return { name: { from: from.name, to: to.name } }
}

/** The costs per month of nodes before and after, of the currencies in which they differ. */
export function costChanges(from: readonly MapNode[], to: readonly MapNode[]): MapDiff['costs'] {
  const before = monthlyCosts(from)
  const after = monthlyCosts(to)
  return currencies
    .map((currency) => ({ currency, from: before.get(currency) ?? 0, to: after.get(currency) ?? 0 }))
    .filter((it) => it.from !== it.to)
}

/** The fields that differ, in alphabetical order. */
function changesBetween(from: object, to: object, ignored: ReadonlySet<string>): FieldChange[] {
  const before = from as Record<string, unknown>
  const after = to as Record<string, unknown>
  const fields: string[] = []
  for (const field in before) if (!isSame(before[field], after[field])) fields.push(field)
  for (const field in after) if (before[field] === undefined && after[field] !== undefined) fields.push(field)
  const differing = fields.filter((it) => !ignored.has(it)).sort()
  return differing.map((field) => ({
    field,
    ...(before[field] !== undefined && { from: before[field] }),
    ...(after[field] !== undefined && { to: after[field] }),
  }))
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

function matchNodes(from: readonly MapNode[], to: readonly MapNode[], renames: Renames): Pair[] {
  const indexById = new Map(to.map(({ id }, index) => [id, index]))
  return from.flatMap(({ id }, index) => {
    const match = indexById.get(renames.get(id) ?? id)
    return match === undefined ? [] : [[index, match] as const]
  })
}

/** The elements without a match, and those that differ from theirs. */
function changesOf<Element extends object>(
  from: readonly Element[],
  to: readonly Element[],
  pairs: readonly Pair[],
  ignored: ReadonlySet<string>,
) {
  const before = new Set(pairs.map((it) => it[0]))
  const after = new Set(pairs.map((it) => it[1]))
  return {
    added: to.filter((_, index) => !after.has(index)),
    removed: from.filter((_, index) => !before.has(index)),
    changed: pairs
      .map(([before, after]) => ({ element: to[after]!, changes: changesBetween(from[before]!, to[after]!, ignored) }))
      .filter((it) => it.changes.length > 0),
  }
}

function longestOrder(pairs: readonly Pair[]): number {
  return longestAscent(pairs.toSorted((a, b) => a[0] - b[0]).map((it) => it[1]))
}

/**
 * Finds the sets of renames of which one takes the fewest changes, the largest set first. From the second map to the first, it finds the same ones.
 * A rename that all edges follow never takes more changes than a removal and an addition, so that it is in each set.
 */
function possibleRenames(from: MapContent, to: MapContent): Renames[] {
  const removed = byLabel(from.nodes, to.nodes)
  const added = byLabel(to.nodes, from.nodes)
  const candidates = [...removed.keys()].sort().flatMap((it): [from: string, to: string][] => {
    const [before, after] = [removed.get(it)!, added.get(it) ?? []]
    return before.length === 1 && after.length === 1 ? [[before[0]!.id, after[0]!.id]] : []
  })
  const endsBefore = endsOf(from.edges)
  const endsAfter = endsOf(to.edges)
  const isFollowed = ([before, after]: [string, string]): boolean => !endsAfter.has(before) && !endsBefore.has(after)
  const sure = candidates.filter(isFollowed)
  const unsure = candidates.filter((it) => !isFollowed(it))
  const size = [from.nodes, from.edges, to.nodes, to.edges].reduce((sum, it) => sum + it.length, 0)
  let sets: [string, string][][] = [[]]
  if (2 ** unsure.length * size <= MAX_TRIED) {
    for (const rename of unsure.toReversed()) sets = sets.flatMap((it) => [[rename, ...it], it])
  }
  return sets.map((it) => new Map([...sure, ...it]))
}

/** The nodes with a label whose id the other map does not have, by label and technology. */
function byLabel(nodes: readonly MapNode[], others: readonly MapNode[]): Map<string, MapNode[]> {
  const known = new Set(others.map((it) => it.id))
  const own = nodes.filter((it) => it.label && !known.has(it.id))
  return groupBy(own, (it) => JSON.stringify([it.label, it.tech]))
}

/** Groups items by their keys, as `Map.groupBy` does. The command line runs on Node 20, which has none. */
function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function endsOf(edges: readonly MapEdge[]): Set<string> {
  return new Set(edges.flatMap((it) => [it.source, it.target]))
}

/** An edge with the values of its further fields, as a list and as a text that is equal for equal lists. */
interface StyledEdge {
  index: number
  /** The ids at its ends in the second map. */
  ends: string
  values: unknown[]
  text: string
}
type EdgePair = readonly [from: StyledEdge, to: StyledEdge]

/** Matches edges with the same ends. An end of the first map whose id another node has taken is none of the second map. */
function matchEdges(from: readonly MapEdge[], to: readonly MapEdge[], renames: Renames): Pair[] {
  const fields = [...new Set([...from, ...to].flatMap(Object.keys))].filter((it) => !notContentOfEdges.has(it)).sort()
  const styled = (edges: readonly MapEdge[], newId: (id: string) => string) =>
    edges.map((edge, index): StyledEdge => {
      const values = fields.map((it) => edge[it as keyof MapEdge])
      const ends = JSON.stringify([newId(edge.source), newId(edge.target)])
      return { index, ends, values, text: JSON.stringify(values) }
    })
  const taken = new Set(renames.values())
  const before = styled(from, (id) => renames.get(id) ?? (taken.has(id) ? `\0${id}` : id))
  const after = styled(to, (id) => id)
  const others = groupBy(after, (it) => it.ends)
  return [...groupBy(before, (it) => it.ends)].flatMap(([ends, own]) => {
    return matchParallel(own, others.get(ends) ?? []).map(([before, after]): Pair => [before.index, after.index])
  })
}

/** Matches equal edges in their order, and the others by least change; of many, by their order. */
function matchParallel(from: readonly StyledEdge[], to: readonly StyledEdge[]): EdgePair[] {
  const byText = groupBy(to.toReversed(), (it) => it.text)
  const equal = from.flatMap((it): EdgePair[] => {
    const match = byText.get(it.text)?.pop()
    return match ? [[it, match]] : []
  })
  const matched = new Set(equal.flat())
  const before = from.filter((it) => !matched.has(it))
  const after = to.filter((it) => !matched.has(it))
  const cells = before.length * after.length
  if (cells > 0 && cells <= MAX_ASSIGNED) return [...equal, ...matchByLeastChange(before, after)]
  return [...equal, ...before.slice(0, after.length).map((it, at): EdgePair => [it, after[at]!])]
}

/** Matches edges so that the fewest fields differ, and of equal choices the one closest to their order. */
function matchByLeastChange(from: readonly StyledEdge[], to: readonly StyledEdge[]): EdgePair[] {
  // The rows are the same edges in both directions, so that equal choices are decided alike.
  const textOf = (styles: readonly StyledEdge[]): string => styles.map((it) => it.text).join()
  const isTurned = from.length === to.length ? textOf(from) > textOf(to) : from.length > to.length
  const [rows, columns] = isTurned ? [to, from] : [from, to]
  const costs = rows.map((row, at) =>
    columns.map((column, index) => {
      const differing = row.values.filter((it, field) => it !== column.values[field]).length
      return differing * MAX_ASSIGNED ** 2 + Math.abs(at - index)
    }),
  )
  return leastAssignment(costs).map((column, row) => {
    return isTurned ? [columns[column]!, rows[row]!] : [rows[row]!, columns[column]!]
  })
}
