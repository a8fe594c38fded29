import type { Comparison } from '../../../shared/diff/diff-words.ts'
import { diffMaps, type MapContent } from '../../../shared/diff/map-diff.ts'
import type { MapEdge, MapNode } from '../../typescript/index.ts'
import { describeEvidence } from './describe-evidence.ts'
import { type Ids, matchNames } from './names.ts'
import type { Evidence, Observation } from './observation.ts'
import type { Matcher } from './patterns.ts'
import { type Pair, pairsOf, seeEdges } from './seen-edges.ts'

/** A service that was seen, with all that tells of it. */
export interface SeenService {
  name: string
  label?: string | undefined
  evidence: Evidence[]
}

/** The differences between a map and what was seen. */
export interface Drift {
  undeclared: { services: SeenService[]; connections: Pair[] }
  unseen: { services: MapNode[]; connections: MapEdge[] }
  /** The map without what is ignored, and the part of it that was seen, to which evidence adds what is undeclared. */
  comparison: Comparison
}

/**
 * Compares a map with what was seen. A connection with an arrowhead at both ends, or at none, is one in both directions; a call of a service to
 * itself is no connection.
 * @param isIgnored tells the services that are not compared by id, label, or the name under which they were seen
 * @throws Failure if a name or the way of a message is ambiguous
 */
export function findDrift(map: MapContent, observation: Observation, aliases: Ids, isIgnored: Matcher): Drift {
  const services = servicesOf(observation)
  const isLeftOut = (name: string, label = ''): boolean => isIgnored(name) || isIgnored(label)
  const leftOut = services.filter((it) => isLeftOut(it.name, it.label))
  const compared = services.filter((it) => !isLeftOut(it.name, it.label))
  const ids = matchInTurn(map.nodes, [compared, leftOut], aliases)
  const idOf = (name: string): string => ids.get(name) ?? name
  const ignored = new Set([
    ...map.nodes.filter((it) => isLeftOut(it.id, it.label)).map((it) => it.id),
    ...leftOut.map((it) => idOf(it.name)),
  ])
  const isCompared = ({ source, target }: { source: string; target: string }): boolean =>
    source !== target && ![source, target].some((it) => ignored.has(it) || isIgnored(it))
  const from = {
    nodes: map.nodes.filter((it) => !ignored.has(it.id)),
    edges: map.edges.filter(isCompared),
  }
  const pairs = pairsOf(observation.connections, idOf)
  const seen = seeEdges(map, pairs, ignored)
  const seenIds = new Set([...ids.values(), ...seen.brokers])
  const undeclared = {
    services: services.filter((it) => !ids.has(it.name) && !ignored.has(it.name)),
    connections: seen.undeclared.filter(isCompared),
  }
  const to = {
    nodes: [
      ...from.nodes.filter((it) => seenIds.has(it.id)),
      ...undeclared.services.map(({ name, evidence }) => ({ id: name, tech: describeEvidence(evidence) })),
    ],
    edges: [
      ...from.edges.filter((it) => seen.edges.has(it)),
      ...undeclared.connections.map(({ source, target, evidence }) => ({
        source,
        target,
        label: describeEvidence(evidence),
      })),
    ],
  }
  const diff = diffMaps(from, to)
  return {
    undeclared,
    unseen: { services: diff.nodes.removed, connections: diff.edges.removed },
    // What is not seen may cost what it did before.
    comparison: { from, to, diff: { ...diff, costs: [] } },
  }
}

/** Matches the names of several lists, so that a later name takes no service from an earlier one and makes none ambiguous. */
function matchInTurn(nodes: readonly MapNode[], lists: readonly (readonly SeenService[])[], aliases: Ids): Ids {
  const matched = new Map<string, string>()
  for (const services of lists) {
    const taken = new Set(matched.values())
    const free = nodes.filter((it) => !taken.has(it.id))
    for (const [name, id] of matchNames(free, services, aliases)) matched.set(name, id)
  }
  return matched
}

/** Whether a map is what was seen. */
export function isEmptyDrift({ undeclared, unseen }: Drift): boolean {
  return [undeclared, unseen].every((it) => it.services.length + it.connections.length === 0)
}

/** All services that were seen, each once: those of the file, and those that only connections have. */
function servicesOf({ services, connections }: Observation): SeenService[] {
  const seen = new Map<string, SeenService>()
  for (const { client, server, evidence } of connections) {
    for (const name of new Set([client, server])) {
      const service = seen.get(name) ?? { name, evidence: [] }
      service.evidence.push(evidence)
      seen.set(name, service)
    }
  }
  for (const { name, label, evidence } of services) seen.set(name, { name, label, evidence: [evidence] })
  return [...seen.values()]
}
