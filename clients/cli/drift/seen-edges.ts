import type { MapContent } from '../../../shared/diff/map-diff.ts'
import type { MapEdge } from '../../typescript/index.ts'
import { Failure } from '../failure.ts'
import type { Evidence, ObservedConnection } from './observation.ts'

/** A connection that was seen, between ids of the map or names that it does not have, with all that tells of it. */
export interface Pair {
  source: string
  target: string
  evidence: Evidence[]
  types: Set<ObservedConnection['type']>
}

/** What was seen of the connections of a map. */
interface SeenEdges {
  edges: ReadonlySet<MapEdge>
  /** Ids of the services through which messages pass. */
  brokers: ReadonlySet<string>
  undeclared: Pair[]
}

/** Joins connections with the same ends. Those of a service with itself are left out. */
export function pairsOf(connections: readonly ObservedConnection[], idOf: (name: string) => string): Pair[] {
  const pairs = new Map<string, Pair>()
  for (const { client, server, type, evidence } of connections) {
    const [source, target] = [idOf(client), idOf(server)]
    if (source === target) continue
    const key = JSON.stringify([source, target])
    const pair: Pair = pairs.get(key) ?? { source, target, evidence: [], types: new Set() }
    pair.evidence.push(evidence)
    pair.types.add(type)
    pairs.set(key, pair)
  }
  return [...pairs.values()]
}

/** Whether both ends have told of a connection. */
function isTold({ types }: Pair): boolean {
  return types.has('message') || types.has(undefined)
}

/**
 * Finds the connections of the map that were seen. Traces show a message as a connection from its sender to its receiver: it is that of both
 * with the one service of the map between them which sends no spans, the broker. A map may also draw the receiver as depending on the broker.
 * @param ignored ids of services that are a broker only if no other service can be
 * @throws Failure if a message may pass through several services
 */
export function seeEdges({ edges }: MapContent, pairs: readonly Pair[], ignored: ReadonlySet<string>): SeenEdges {
  const between = edgesByEnds(edges)
  const told = new Set(pairs.filter(isTold).flatMap((it) => [it.source, it.target]))
  const databases = new Set(pairs.filter((it) => it.types.has('database')).map((it) => it.target))
  const seen = new Set<MapEdge>()
  const brokers = new Set<string>()
  const undeclared: Pair[] = []
  for (const pair of pairs) {
    const { source, target, types } = pair
    const direct = between.get(source)?.get(target)
    const hasMessage = types.has('message')
    const isMessage = hasMessage && types.size === 1
    // Messages alone between two connected services need no broker.
    const isThroughBroker = hasMessage && !(direct && isMessage)
    const candidates = isThroughBroker ? brokersOf(pair, between, told, databases) : []
    const broker = chooseBroker(pair, candidates, ignored, direct !== undefined)
    if (direct) for (const it of direct) seen.add(it)
    else if (broker === undefined || !isMessage) undeclared.push(pair)
    if (broker === undefined) continue
    brokers.add(broker)
    const toReceiver = between.get(broker)?.get(target) ?? between.get(target)!.get(broker)!
    for (const it of [...between.get(source)!.get(broker)!, ...toReceiver]) seen.add(it)
  }
  return { edges: seen, brokers, undeclared }
}

/** Edges by source and target. */
type EdgesByEnds = ReadonlyMap<string, ReadonlyMap<string, readonly MapEdge[]>>

/** An edge without a direction, or with both, is in both. */
function edgesByEnds(edges: readonly MapEdge[]): EdgesByEnds {
  const bySource = new Map<string, Map<string, MapEdge[]>>()
  const add = (source: string, target: string, edge: MapEdge): void => {
    const byTarget = bySource.get(source) ?? new Map<string, MapEdge[]>()
    bySource.set(source, byTarget.set(target, [...(byTarget.get(target) ?? []), edge]))
  }
  for (const edge of edges) {
    add(edge.source, edge.target, edge)
    if (edge.arrow === 'both' || edge.arrow === 'none') add(edge.target, edge.source, edge)
  }
  return bySource
}

/** The services through which a message may pass: those that lead to its receiver, else those on which both ends depend, as on a broker or a database. */
function brokersOf(
  { source, target }: Pair,
  between: EdgesByEnds,
  told: ReadonlySet<string>,
  databases: ReadonlySet<string>,
): string[] {
  const next = [...(between.get(source)?.keys() ?? [])].filter((it) => !told.has(it))
  const leading = next.filter((it) => between.get(it)?.has(target))
  return leading.length > 0 ? leading : next.filter((it) => between.get(target)?.has(it) && !databases.has(it))
}

function chooseBroker(
  { source, target }: Pair,
  candidates: readonly string[],
  ignored: ReadonlySet<string>,
  isDirect: boolean,
): string | undefined {
  const compared = candidates.filter((it) => !ignored.has(it))
  const [broker, ...others] = compared.length > 0 ? compared : candidates
  if (broker === undefined || others.length === 0) return broker
  // The connection between the two may be that of the messages, too.
  if (isDirect) return undefined
  throw new Failure(
    `Messages from ${source} to ${target} may pass through ${[broker, ...others].join(' or ')}. Leave out all but one by --ignore.`,
  )
}
