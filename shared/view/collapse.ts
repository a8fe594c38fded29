import { byCurrency, costsOf, type PricedNode, roundToCents, sumOf } from '../costs.ts'
import type { ArchitectureMap, MapEdge, MapNode } from '../map.ts'
import { billingKinds } from '../map-values.ts'
import { countNoun } from '../text.ts'

/** The nodes and edges of a map. */
export type MapContent = Pick<ArchitectureMap, 'nodes' | 'edges'>

/** Nodes and edges in which groups of services are one service each. */
export interface CollapsedMap {
  nodes: readonly PricedNode[]
  edges: readonly MapEdge[]
  /** The ids of services by the id of their group, its prefix. */
  members: ReadonlyMap<string, readonly string[]>
  /** Numbers of services without a cost, by the id of their group. */
  unpriced: ReadonlyMap<string, number>
  /** Returns the id of the group of a service, or its own id. */
  groupOf: (id: string) => string
}

const SEPARATORS = '-_/.'

/**
 * Collapses the services of each prefix into one, in the place of the first of them: it costs their sum by currency. Edges that now have
 * the same ends become one with their number as its label, and those within a group disappear. Of nested prefixes, the longest counts.
 */
export function collapse({ nodes, edges }: MapContent, prefixes: readonly string[]): CollapsedMap {
  if (prefixes.length === 0) return { nodes, edges, members: new Map(), unpriced: new Map(), groupOf: (id) => id }
  const longestFirst = prefixes.toSorted((a, b) => b.length - a.length)
  const prefixOf = (id: string): string | undefined => longestFirst.find((it) => hasPrefix(id, it))
  const groups = new Map<string, MapNode[]>()
  const kept = nodes.map((node) => {
    const prefix = prefixOf(node.id)
    if (prefix === undefined) return node
    const group = groups.get(prefix)
    if (group) return void group.push(node)
    groups.set(prefix, [node])
    return prefix
  })
  const groupById = new Map<string, string>()
  // An end that no service has is in a group only where services make one.
  const groupOf = (id: string): string => {
    const known = groupById.get(id)
    if (known !== undefined) return known
    const prefix = prefixOf(id)
    const group = prefix !== undefined && groups.has(prefix) ? prefix : id
    groupById.set(id, group)
    return group
  }
  return {
    nodes: kept
      .filter((it) => it !== undefined)
      .map((it) => (typeof it === 'string' ? groupNode(it, groups.get(it)!) : it)),
    edges: joinEdges(edges, groupOf, groups),
    members: new Map([...groups].map(([prefix, own]) => [prefix, own.map((it) => it.id)])),
    unpriced: new Map([...groups].map(([prefix, own]) => [prefix, own.filter((it) => it.spend === undefined).length])),
    groupOf,
  }
}

/** Whether an id begins with a prefix that ends with a separator, before one, or with the id. */
export function hasPrefix(id: string, prefix: string): boolean {
  if (!id.startsWith(prefix)) return false
  return id.length === prefix.length || SEPARATORS.includes(id[prefix.length]!) || SEPARATORS.includes(prefix.at(-1)!)
}

function groupNode(id: string, members: readonly MapNode[]): PricedNode {
  const [main, ...furtherCosts] = byCurrency(costsOf(members)).map(({ currency, costs }) => {
    return { amount: roundToCents(sumOf(costs)), currency }
  })
  const billing = billingKinds.filter((kind) => members.some((it) => it.billing?.includes(kind)))
  const place = members.find((it) => it.x !== undefined && it.y !== undefined)
  return {
    id,
    label: id.replace(/[-_/.]+$/, '') || id,
    tech: countNoun(members.length, 'service'),
    ...(main && { spend: main.amount, currency: main.currency }),
    ...(furtherCosts.length > 0 && { furtherCosts }),
    ...(billing.length > 0 && { billing }),
    ...(place && { x: place.x, y: place.y }),
  }
}

/** Leads edges to the groups of their ends, and joins those of a group that have the same ends. */
function joinEdges(
  edges: readonly MapEdge[],
  groupOf: CollapsedMap['groupOf'],
  groups: ReadonlyMap<string, unknown>,
): MapEdge[] {
  const byEnds = new Map<string, MapEdge[]>()
  for (const [index, edge] of edges.entries()) {
    const ends = { source: groupOf(edge.source), target: groupOf(edge.target) }
    const isOfGroup = groups.has(ends.source) || groups.has(ends.target)
    if (isOfGroup && ends.source === ends.target) continue
    const key = isOfGroup ? JSON.stringify(ends) : String(index)
    const same = byEnds.get(key)
    if (same) same.push({ ...edge, ...ends })
    else byEnds.set(key, [{ ...edge, ...ends }])
  }
  return Array.from(byEnds.values(), joined)
}

function joined(same: readonly MapEdge[]): MapEdge {
  const { source, target } = same[0]!
  if (same.length === 1) return same[0]!
  return {
    source,
    target,
    label: `${same.length} connections`,
    ...(same.some((it) => it.arrow === 'both') && { arrow: 'both' }),
    ...(same.every((it) => it.arrow === 'none') && { arrow: 'none' }),
    ...(same.every((it) => it.dashed) && { dashed: true }),
  }
}
