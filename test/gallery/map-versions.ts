import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { demoMap } from '../../infra/local/demo-map.ts'
import { mapOf } from '../maps/sample-map.ts'
import { onlineBoutique } from './maps/online-boutique.ts'
import { sentry } from './maps/sentry.ts'
import { type Architecture, at, edge, fanOut } from './notation.ts'

/** Two versions of a map. */
export interface MapVersions {
  from: ArchitectureMap
  to: ArchitectureMap
}

/** What changes from one version to the next. */
interface Edits {
  add?: MapNode[]
  /** Ids of services, which go with their edges. */
  remove?: string[]
  set?: Record<string, Partial<MapNode>>
  addEdges?: MapEdge[]
  /** Edges by source and target, as in `web → api`. */
  removeEdges?: string[]
  setEdges?: Record<string, Partial<MapEdge>>
}

/** A map, and its version after these edits. Edges follow a service whose id is set. */
export function versionsOf(map: Architecture, edits: Edits): MapVersions {
  const { add = [], remove = [], set = {}, addEdges = [], removeEdges = [], setEdges = {} } = edits
  const from = mapOf([...map.nodes], [...map.edges], map.name)
  const idOf = (id: string): string => set[id]?.id ?? id
  const nameOf = ({ source, target }: MapEdge): string => `${source} → ${target}`
  const isKept = (it: MapEdge): boolean =>
    !remove.includes(it.source) && !remove.includes(it.target) && !removeEdges.includes(nameOf(it))
  const nodes = from.nodes.filter((it) => !remove.includes(it.id)).map((it) => ({ ...it, ...set[it.id] }))
  const edges = from.edges.filter(isKept).map((it): MapEdge => {
    return { ...it, ...setEdges[nameOf(it)], source: idOf(it.source), target: idOf(it.target) }
  })
  const to = { ...from, nodes: [...nodes, ...add], edges: [...edges, ...addEdges] }
  return { from, to: { ...to, updatedAt: '2026-11-20T09:30:00.000Z' } }
}

/** The tea shop, and what becomes of it: a search that is gone, a cache, another sign-in. */
export const teaShopVersions = versionsOf(demoMap, {
  add: [
    { id: 'cache', label: 'Cache', tech: 'Valkey', spend: 180, billing: ['usage'] },
    { id: 'flags', label: 'Feature flags', tech: 'Unleash', spend: 120, billing: ['flat'] },
  ],
  remove: ['search'],
  set: { orders: { spend: 2_340, tech: 'Aurora PostgreSQL' }, auth: { spend: 690, tech: 'Keycloak' } },
  addEdges: [edge('api', 'cache', 'sessions'), edge('web', 'flags'), edge('orders', 'cache', 'invalidates')],
  setEdges: { 'queue → bi': { label: 'every hour' } },
})

/** Sentry, which is laid out, with changes of every kind: one service has another id, another one another name. */
export const sentryVersions = versionsOf(sentry, {
  add: [
    { id: 'vroom', label: 'Vroom', tech: 'Go', spend: 45, currency: 'CAD' },
    { id: 'seaweed', label: 'SeaweedFS', tech: 'Object storage', spend: 90, currency: 'CAD' },
    { id: 'taskbroker', label: 'Taskbroker', tech: 'Rust' },
  ],
  remove: ['zookeeper'],
  set: { kafka: { tech: 'KRaft', spend: 480 }, worker: { id: 'taskworker' }, redis: { label: 'Valkey' } },
  addEdges: [
    edge('relay', 'vroom', 'profiles'),
    ...fanOut('vroom', ['kafka', 'seaweed']),
    edge('web', 'seaweed', 'attachments'),
    edge('taskbroker', 'taskworker', 'gRPC'),
    edge('kafka', 'taskbroker'),
  ],
  removeEdges: ['web → worker'],
})

/** The Online Boutique with an assistant, in place of its cache: cards that have positions, one of which moved. */
export const boutiqueVersions = versionsOf(onlineBoutique, {
  add: [{ id: 'assistant', label: 'Shopping assistant', tech: 'Python, Gemini', ...at(4, 2.3) }],
  remove: ['redis-cart'],
  set: { adservice: { tech: 'Rust', ...at(1, 0) } },
  addEdges: [edge('cartservice', 'assistant', 'prompts')],
})
