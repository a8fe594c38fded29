import { byCurrency, costsOf, type PricedNode, sumOf } from '../costs.ts'
import { type MapContent, type MapEdge, type MapNode, positionOf } from '../map.ts'
import { billingKinds } from '../map-values.ts'
import { roundToCents } from '../money.ts'
import { countNoun } from '../text.ts'

/** Nodes and edges in which groups of services are one service each. */
export interface CollapsedMap {
  nodes: readonly PricedNode[]
  edges: readonly MapEdge[]
  /** Services by the id of their group, its prefix. */
  members: ReadonlyMap<string, readonly MapNode[]>
  /** Returns the id of the group of a service, or its own id. */
  groupOf: (id: string) => string
}

const SEPARATORS = '-_/.'

/**
 * Collapses the services of each prefix into one, in the place of the first of them: it costs their sum by currency. Edges that now have
 * the same ends become one with their number as its label, and those within a group disappear. Of nested prefixes, the longest counts.
 */
export function collapse({ nodes, edges }: MapContent, prefixes: readonly string[]): CollapsedMap {
  if (prefixes.length === 0) return { nodes, edges, members: new Map(), groupOf: (id) => id }
  const longestFirst = prefixes.toSorted((a, b) => b.length - a.length)
  const prefixOf = (id: string): string | undefined => longestFirst.find((it) => hasPrefix(id, it))
  // A service of no group is a key itself.
  const places = Map.groupBy(nodes, (it) => prefixOf(it.id) ?? it)
  const groups = new Map([...places].filter((it): it is [string, MapNode[]] => typeof it[0] === 'string'))
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
    nodes: Array.from(places, ([place, own]) => (typeof place === 'string' ? groupNode(place, own) : place)),
    edges: joinEdges(edges, groupOf, groups),
    members: groups,
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
  const [position] = members.flatMap((it) => positionOf(it) ?? [])
  return {
    id,
    label: id.replace(/[-_/.]+$/, '') || id,
    tech: countNoun(members.length, 'service'),
    ...(main && { spend: main.amount, currency: main.currency }),
    ...(furtherCosts.length > 0 && { furtherCosts }),
    ...(billing.length > 0 && { billing }),
    ...position,
  }
}

/** Leads edges to the groups of their ends, and joins those of a group that have the same ends. */
function joinEdges(
  edges: readonly MapEdge[],
  groupOf: CollapsedMap['groupOf'],
  groups: ReadonlyMap<string, unknown>,
): MapEdge[] {
  const led = edges.map((it) => ({ ...it, source: groupOf(it.source), target: groupOf(it.target) }))
  const isOfGroup = ({ source, target }: MapEdge): boolean => groups.has(source) || groups.has(target)
  const kept = led.filter((it) => it.source !== it.target || !isOfGroup(it))
  const byEnds = Map.groupBy(kept, (it) => (isOfGroup(it) ? JSON.stringify([it.source, it.target]) : it))
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
