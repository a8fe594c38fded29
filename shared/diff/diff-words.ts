import { costOf } from '../costs.ts'
import type { MapEdge, MapNode } from '../map.ts'
import { arrowSigns, edgeDefaults, nodeDefaults } from '../map-values.ts'
import { formatMoney, roundMoney, roundToCents } from '../money.ts'
import { countNoun, oneLine, serviceName, truncate } from '../text.ts'
import type { FieldChange, MapContent, MapDiff } from './map-diff.ts'

/** Two maps and their diff. */
export interface Comparison {
  from: MapContent
  to: MapContent
  diff: MapDiff
}

/** A change of a service or connection in words. Its texts are one line each, without an escape for Markdown. */
export interface ChangeLine {
  kind: 'added' | 'removed' | 'renamed' | 'changed'
  subject: string
  details: string
}

/** What fields mean that are not set. */
const defaults: Readonly<Record<string, unknown>> = { ...nodeDefaults, ...edgeDefaults }
/** Maximum number of characters of a name or a value, and of all details in a line. */
const MAX_NAME = 60
const MAX_DETAILS = 160

/** Counts the changes, as in "2 services added, 1 changed; 1 connection removed"; empty for none. */
export function summaryOf({ name, nodes, edges, moved }: MapDiff): string {
  const phrases = [
    name ? `renamed from ${JSON.stringify(truncate(oneLine(name.from), MAX_NAME))}` : '',
    countsOf('service', withoutRenamed(nodes)),
    countsOf('connection', edges),
    moved > 0 ? `${countNoun(moved, 'element')} moved` : '',
  ]
  return phrases.filter((it) => it !== '').join('; ')
}

/** Returns the changes of services without those of renamed ones, which the row of the rename tells. */
export function withoutRenamed<Nodes extends Pick<MapDiff['nodes'], 'renamed' | 'changed'>>(nodes: Nodes): Nodes {
  const newIds = new Set(nodes.renamed.map((it) => it.to))
  return { ...nodes, changed: nodes.changed.filter((it) => !newIds.has(it.id)) }
}

/** Counts the lines of `changeLines`. */
export function countChanges({ nodes, edges }: MapDiff): number {
  return [withoutRenamed(nodes), edges].flatMap((it) => Object.values(it).flat()).length
}

/** Returns the changes of costs that differ as they are written: yen, for example, have no decimals. */
export function visibleCosts({ costs }: MapDiff): MapDiff['costs'] {
  return costs.filter((it) => formatMoney(it.from, it.currency) !== formatMoney(it.to, it.currency))
}

function countsOf(noun: string, lists: Readonly<Record<string, readonly unknown[]>>): string {
  const counts = Object.entries(lists).filter(([, list]) => list.length > 0)
  const numberOf = (count: number): string => count.toLocaleString('en-US')
  return counts
    .map(([verb, { length }], at) => `${at === 0 ? countNoun(length, noun) : numberOf(length)} ${verb}`)
    .join(', ')
}

/** Describes each change of a cost per month, as in "USD per month: $3,620 → $3,420 (-$200)". */
export function costLines(diff: MapDiff): string[] {
  return visibleCosts(diff).map(({ currency, from, to }) => {
    const money = (amount: number): string => formatMoney(amount, currency)
    // Of the amounts as they are written.
    const difference = roundToCents(roundMoney(to, currency) - roundMoney(from, currency))
    return `${currency} per month: ${money(from)} → ${money(to)} (${to > from ? '+' : ''}${money(difference)})`
  })
}

/** Describes each change of a service, then of a connection. It does so one by one, since a reader may want few of thousands. */
export function* changeLines({ from, to, diff: { nodes, edges } }: Comparison): Generator<ChangeLine, void, undefined> {
  const [before, after] = namesOf(from.nodes, to.nodes, nodes.renamed)
  const nodesAfter = new Map(to.nodes.map((it) => [it.id, it]))
  const line = (kind: ChangeLine['kind'], subject: string, details: string): ChangeLine => {
    return { kind, subject, details: truncate(details, MAX_DETAILS) }
  }
  const between = (nameOf: typeof after, { source, target, arrow = edgeDefaults.arrow }: MapEdge): string =>
    `${nameOf(source)} ${arrowSigns[arrow]} ${nameOf(target)}`
  const labelOf = (edge: MapEdge): string => oneLine(edge.label ?? '')
  const describeEdge = createEdgeWords(to.edges, MAX_NAME)
  for (const it of nodes.added) yield line('added', after(it.id), detailsOf(it))
  for (const it of nodes.removed) yield line('removed', before(it.id), detailsOf(it))
  const changesById = new Map(nodes.changed.map((it) => [it.id, it.changes]))
  const changesOf = (id: string): string => describeNode(nodesAfter.get(id)!, changesById.get(id) ?? [])
  for (const it of nodes.renamed) {
    const details = [describe([{ field: 'id', ...it }]), changesOf(it.to)].filter((text) => text !== '')
    yield line('renamed', after(it.to), details.join('; '))
  }
  for (const it of withoutRenamed(nodes).changed) yield line('changed', after(it.id), changesOf(it.id))
  for (const it of edges.added) yield line('added', between(after, it), labelOf(it))
  for (const it of edges.removed) yield line('removed', between(before, it), labelOf(it))
  for (const it of edges.changed) yield line('changed', between(after, it.edge), describeEdge(it))
}

/**
 * Names the services of both maps by their labels, followed by the id where another service of either map looks the same. Other ids are names as
 * they are.
 */
function namesOf(
  from: readonly MapNode[],
  to: readonly MapNode[],
  renamed: MapDiff['nodes']['renamed'],
): [before: (id: string) => string, after: (id: string) => string] {
  const newIds = new Map(renamed.map((it) => [it.from, it.to]))
  const nameOf = (node: Pick<MapNode, 'id' | 'label'>): string =>
    truncate(serviceName(node).replaceAll('→', '->'), MAX_NAME)
  /** The newer ids of services, by their names. */
  const services = new Map<string, Set<string>>()
  const add = (node: MapNode, id: string): void => {
    services.set(nameOf(node), (services.get(nameOf(node)) ?? new Set()).add(id))
  }
  for (const it of from) add(it, newIds.get(it.id) ?? it.id)
  for (const it of to) add(it, it.id)
  const namesIn = (nodes: readonly MapNode[]) => {
    const byId = new Map(nodes.map((it) => [it.id, it]))
    return (id: string): string => {
      const node = byId.get(id)
      const name = nameOf(node ?? { id })
      return node && services.get(name)!.size > 1 ? `${name} (${oneLine(id)})` : name
    }
  }
  return [namesIn(from), namesIn(to)]
}

function detailsOf(node: MapNode): string {
  return [oneLine(node.tech ?? ''), node.spend === undefined ? '' : moneyOf(node)].filter((it) => it !== '').join(', ')
}

/** Describes the changes of a node, with its cost as one amount, unless that hides what changed. */
function describeNode(node: MapNode, changes: readonly FieldChange[]): string {
  const before = { ...node, ...Object.fromEntries(changes.map((it) => [it.field, it.from])) }
  const [costBefore, cost] = [moneyOf(before), moneyOf(node)]
  if (costBefore === cost) return describe(changes)
  const others = describe(changes.filter((it) => it.field !== 'spend' && it.field !== 'currency'))
  return `cost: ${costBefore} → ${cost}${others && `; ${others}`}`
}

function describe(changes: readonly FieldChange[]): string {
  return describeChanges(changes, MAX_NAME)
}

/**
 * Writes changed fields, as in `spend: 2400 → 2900; tech: none → "Redis"`. Texts are JSON strings, so that none looks like another field.
 * @param length maximum number of characters of a text
 * @param shown makes a text ready for the file
 */
export function describeChanges(
  changes: readonly FieldChange[],
  length: number,
  shown: (text: string) => string = (text) => text,
): string {
  const write = (value: unknown): string => {
    if (value === undefined) return 'none'
    return JSON.stringify(typeof value === 'string' ? shown(value) : value)
  }
  const describeValues = (from: unknown, to: unknown): string => {
    if (typeof from === 'string' && from === to)
      return `${write(truncate(from, length))}, in characters that cannot be seen`
    return cutApart(from, to, length).map(write).join(' → ')
  }
  return changes.map((it) => `${it.field}: ${describeValues(...valuesOf(it))}`).join('; ')
}

/**
 * Creates a function that describes changed connections: see `describeChanges`. One of several between the same services begins with its label, as
 * in `label: "reads"; dashed: false → true`.
 * @param edges all connections of the newer map
 */
export function createEdgeWords(
  edges: readonly MapEdge[],
  length: number,
  shown: (text: string) => string = (text) => text,
): (changed: MapDiff['edges']['changed'][number]) => string {
  const keyOf = ({ source, target }: MapEdge): string => JSON.stringify([source, target])
  const uses = new Map<string, number>()
  for (const edge of edges) uses.set(keyOf(edge), (uses.get(keyOf(edge)) ?? 0) + 1)
  return ({ edge, changes }) => {
    const words = describeChanges(changes, length, shown)
    if (uses.get(keyOf(edge)) === 1 || changes.some((it) => it.field === 'label')) return words
    const label = edge.label === undefined ? 'none' : JSON.stringify(shown(truncate(oneLine(edge.label), length)))
    return `label: ${label}; ${words}`
  }
}

/** The values of a change, with texts as one line each. A field that is not set has its default, unless it is set to that now. */
function valuesOf({ field, from, to }: FieldChange): [from: unknown, to: unknown] {
  const { [field]: unset } = defaults
  const values = (from ?? unset) === (to ?? unset) ? ([from, to] as const) : ([from ?? unset, to ?? unset] as const)
  const [before, after] = values.map((it) => (typeof it === 'string' ? oneLine(it) : it))
  return [before, after]
}

/** Cuts texts to a length: two that would look the same, around the place from which they differ. */
function cutApart(from: unknown, to: unknown, length: number): [unknown, unknown] {
  const [before, after] = [cut(from, length), cut(to, length)]
  if (before !== after || typeof from !== 'string' || typeof to !== 'string') return [before, after]
  const [one, other] = [[...from], [...to]]
  const difference = one.findIndex((it, at) => it !== other[at])
  const start = (difference < 0 ? one.length : difference) - Math.floor(length / 2)
  const partOf = (characters: readonly string[]): string => `…${truncate(characters.slice(start).join(''), length - 1)}`
  return [partOf(one), partOf(other)]
}

function cut(value: unknown, length: number): unknown {
  return typeof value === 'string' ? truncate(value, length) : value
}

function moneyOf(node: MapNode): string {
  const cost = costOf(node)
  return cost ? formatMoney(cost.amount, cost.currency) : 'none'
}
