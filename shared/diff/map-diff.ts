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
/** Maximum number of edges and certain renames to look at for the renames that not all edges follow. Beyond it, these nodes are added and removed. */
const MAX_TRIED_EDGES = 20_000

/** Indices of an element in both maps. */
type Pair = readonly [from: number, to: number]
/** New ids of nodes, by their old ones. */
type Renames = ReadonlyMap<string, string>
/** Indices of the edges of both maps with the same ends. */
type EdgeGroup = Record<'from' | 'to', number[]>

/**
 * Compares two maps. Nodes are matched by id, and edges with the same ends by least change. A removed and an added node are one that is renamed if
 * no other removed or added node has their label and technology, unless this takes more changes.
 */
export function diffMaps(from: MapContent, to: MapContent): MapDiff {
  const renames = findRenames(from, to)
  const nodes = matchNodes(from.nodes, to.nodes, renames)
  const edges = groupEdges(from.edges, to.edges, renames).flatMap((it) => matchGroup(from.edges, to.edges, it))
  const isInPlace = ([before, after]: Pair): boolean => isAtSamePosition(from.nodes[before]!, to.nodes[after]!)
  return {
    ...changeOfName(from, to),
    nodes: {
      ...unmatched(from.nodes, to.nodes, nodes),
      renamed: Array.from(renames, ([from, to]) => ({ from, to })),
      changed: nodes.flatMap(([before, after]) => {
        const changes = changesBetween(from.nodes[before]!, to.nodes[after]!, notContentOfNodes)
        return changes.length > 0 ? [{ id: to.nodes[after]!.id, changes }] : []
      }),
    },
    edges: {
      ...unmatched(from.edges, to.edges, edges),
      changed: edges.flatMap(([before, after]) => {
        const changes = changesBetween(from.edges[before]!, to.edges[after]!, notContentOfEdges)
        return changes.length > 0 ? [{ edge: to.edges[after]!, changes }] : []
      }),
    },
    costs: costChanges(from.nodes, to.nodes),
    moved: nodes.length - longestOrder(nodes.filter(isInPlace)) + (edges.length - longestOrder(edges)),
  }
}

/** Whether a diff has no change. */
export function isEmptyDiff({ name, nodes, edges, moved }: MapDiff): boolean {
  return !name && moved === 0 && [nodes, edges].every((lists) => Object.values(lists).every((it) => it.length === 0))
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

function unmatched<Element>(from: readonly Element[], to: readonly Element[], pairs: readonly Pair[]) {
  const before = new Set(pairs.map((it) => it[0]))
  const after = new Set(pairs.map((it) => it[1]))
  return { added: to.filter((_, index) => !after.has(index)), removed: from.filter((_, index) => !before.has(index)) }
}

function longestOrder(pairs: readonly Pair[]): number {
  return longestAscent(pairs.toSorted((a, b) => a[0] - b[0]).map((it) => it[1]))
}

/** Finds the renames: see `diffMaps`. From the second map to the first, it finds the same ones. */
function findRenames(from: MapContent, to: MapContent): Renames {
  const removed = uniqueByLabel(from.nodes, to.nodes)
  const added = uniqueByLabel(to.nodes, from.nodes)
  const candidates = [...removed.keys()].filter((it) => removed.get(it) && added.get(it)).sort()
  const renamesOf = (keys: string[]): Renames => new Map(keys.map((it) => [removed.get(it)!.id, added.get(it)!.id]))
  const endsBefore = endsOf(from.edges)
  const endsAfter = endsOf(to.edges)
  // A rename that all edges follow never takes more changes than a removal and an addition. Sets of the others are tried.
  const isFollowed = (it: string): boolean => !endsAfter.has(removed.get(it)!.id) && !endsBefore.has(added.get(it)!.id)
  const sure = candidates.filter(isFollowed)
  const unsure = candidates.filter((it) => !isFollowed(it))
  const sets = 2 ** unsure.length
  let best = { size: Infinity, renames: renamesOf(sure) }
  if (sets === 1 || sets * (from.edges.length + to.edges.length + sure.length) > MAX_TRIED_EDGES) return best.renames
  for (let set = sets - 1; set >= 0; set--) {
    const chosen = unsure.filter((_, at) => (set >> at) & 1)
    const renames = renamesOf([...sure, ...chosen])
    const changed = chosen.filter(
      (it) => changesBetween(removed.get(it)!, added.get(it)!, notContentOfNodes).length > 0,
    )
    const nodeChanges = 2 * unsure.length - chosen.length + changed.length
    const size = nodeChanges + countEdgeChanges(from.edges, to.edges, renames)
    if (size < best.size) best = { size, renames }
  }
  return best.renames
}

/** The nodes with a label whose id the other map does not have, by label and technology; undefined where several have the same. */
function uniqueByLabel(nodes: readonly MapNode[], others: readonly MapNode[]): Map<string, MapNode | undefined> {
  const known = new Set(others.map((it) => it.id))
  const unique = new Map<string, MapNode | undefined>()
  for (const node of nodes) {
    if (known.has(node.id) || !node.label) continue
    const key = JSON.stringify([node.label, node.tech])
    unique.set(key, unique.has(key) ? undefined : node)
  }
  return unique
}

function endsOf(edges: readonly MapEdge[]): Set<string> {
  return new Set(edges.flatMap((it) => [it.source, it.target]))
}

/** Groups edges by their ends. An end of the first map whose id another node has taken is none of the second map. */
function groupEdges(from: readonly MapEdge[], to: readonly MapEdge[], renames: Renames): EdgeGroup[] {
  const taken = new Set(renames.values())
  const bySource = new Map<string, Map<string, EdgeGroup>>()
  const groups: EdgeGroup[] = []
  function add(side: keyof EdgeGroup, source: string, target: string, index: number): void {
    let byTarget = bySource.get(source)
    if (!byTarget) bySource.set(source, (byTarget = new Map()))
    let group = byTarget.get(target)
    if (!group) {
      byTarget.set(target, (group = { from: [], to: [] }))
      groups.push(group)
    }
    group[side].push(index)
  }
  const newId = (id: string): string => renames.get(id) ?? (taken.has(id) ? `\0${id}` : id)
  for (const [index, { source, target }] of from.entries()) add('from', newId(source), newId(target), index)
  for (const [index, { source, target }] of to.entries()) add('to', source, target, index)
  return groups
}

function countEdgeChanges(from: readonly MapEdge[], to: readonly MapEdge[], renames: Renames): number {
  return groupEdges(from, to, renames)
    .map((it) => matchEqual(stylesOf(from, to, it)).rest)
    .reduce((sum, rest) => sum + Math.max(rest.from.length, rest.to.length), 0)
}

function matchGroup(from: readonly MapEdge[], to: readonly MapEdge[], group: EdgeGroup): Pair[] {
  if (group.from.length < 2 && group.to.length < 2) return matchByOrder(group)
  const { pairs, rest } = matchEqual(stylesOf(from, to, group))
  const cells = rest.from.length * rest.to.length
  const others = cells < 2 || cells > MAX_ASSIGNED ? matchByOrder(rest) : matchByLeastChange(rest)
  return [...pairs, ...others].map(([before, after]) => [before.index, after.index])
}

function matchByOrder<Item>({ from, to }: Record<'from' | 'to', Item[]>): [from: Item, to: Item][] {
  return from.slice(0, to.length).map((it, at) => [it, to[at]!])
}

/** The values of an edge's fields besides its ends, as a list and as a text that is equal for equal lists. */
interface Style {
  index: number
  values: unknown[]
  text: string
}
type Styles = Record<'from' | 'to', Style[]>

function stylesOf(from: readonly MapEdge[], to: readonly MapEdge[], group: EdgeGroup): Styles {
  const fields = new Set<string>()
  for (const index of group.from) for (const field in from[index]) fields.add(field)
  for (const index of group.to) for (const field in to[index]) fields.add(field)
  const compared = [...fields].filter((it) => !notContentOfEdges.has(it)).sort() as (keyof MapEdge)[]
  const styleOf = (edge: MapEdge, index: number): Style => {
    const values = compared.map((it) => edge[it])
    return { index, values, text: JSON.stringify(values) }
  }
  return {
    from: group.from.map((it) => styleOf(from[it]!, it)),
    to: group.to.map((it) => styleOf(to[it]!, it)),
  }
}

/** Matches equal edges, in their order. */
function matchEqual({ from, to }: Styles): { pairs: [from: Style, to: Style][]; rest: Styles } {
  const byText = new Map<string, Style[]>()
  for (const after of to.toReversed()) {
    const equal = byText.get(after.text)
    if (equal) equal.push(after)
    else byText.set(after.text, [after])
  }
  const pairs: [Style, Style][] = []
  const rest: Style[] = []
  for (const before of from) {
    const match = byText.get(before.text)?.pop()
    if (match) pairs.push([before, match])
    else rest.push(before)
  }
  const matched = new Set(pairs.map((it) => it[1]))
  return { pairs, rest: { from: rest, to: to.filter((it) => !matched.has(it)) } }
}

/** Matches edges so that the fewest fields differ, and of equal choices the one closest to their order. */
function matchByLeastChange({ from, to }: Styles): [from: Style, to: Style][] {
  // The rows are the same edges in both directions, so that equal choices are decided alike.
  const textOf = (styles: Style[]): string => styles.map((it) => it.text).join()
  const isTurned = from.length === to.length ? textOf(from) > textOf(to) : from.length > to.length
  const [rows, columns] = isTurned ? [to, from] : [from, to]
  const costs = rows.map((row, at) =>
    columns.map((column, index) => {
      const differing = row.values.reduce<number>((sum, it, field) => sum + (it === column.values[field] ? 0 : 1), 0)
      return differing * MAX_ASSIGNED ** 2 + Math.abs(at - index)
    }),
  )
  return leastAssignment(costs).map((column, row) => {
    return isTurned ? [columns[column]!, rows[row]!] : [rows[row]!, columns[column]!]
  })
}
