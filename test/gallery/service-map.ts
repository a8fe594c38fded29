import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { createRandom } from '../bench/random.ts'
import { mapOf } from '../maps/sample-map.ts'
import { at, edge } from './notation.ts'

const LAYERS = ['client', 'edge', 'service', 'service', 'store'] as const
const CALLS = ['gRPC', 'HTTPS', 'SQL', 'order.created', 'reads', undefined, undefined]
/** Twice this number, rounded up, is the number of chances of 1 in 2 that a service has to call another. */
const CALLS_PER_SERVICE = 1.6
/** Largest offset of a placed node from its grid point, in grid steps. */
const JITTER = 0.15

/**
 * Generates a map of a typical system: clients call a few edge services, services call each other and a hub, most have a store.
 * The same seed gives the same map.
 */
export function serviceMap(seed: number, isPlaced: boolean): ArchitectureMap {
  const random = createRandom(`service map ${seed}`)
  const chance = (share: number): boolean => random.below(1_000) < share * 1_000
  const perLayer = [
    1 + random.below(3),
    1 + random.below(2),
    3 + random.below(6),
    2 + random.below(8),
    2 + random.below(6),
  ]
  const nodes: MapNode[] = []
  const layers = LAYERS.map((kind, layer) =>
    Array.from({ length: perLayer[layer]! }, (_, index) => {
      const id = `${kind}-${layer}-${index}`
      const place = at(layer + (random.below(1_000) / 1_000) * JITTER, index + (random.below(1_000) / 1_000) * JITTER)
      nodes.push({
        id,
        label: id,
        tech: kind,
        ...(chance(0.3) && { spend: random.below(5_000) }),
        ...(isPlaced && place),
      })
      return id
    }),
  )
  const [clients = [], edgeServices = [], services = [], workers = [], stores = []] = layers
  const hub = random.pick(workers)
  const edges: MapEdge[] = []
  const call = (source: string, target: string): void => {
    if (source !== target) edges.push(edge(source, target, random.pick(CALLS) ?? '', { dashed: chance(0.15) }))
  }
  for (const client of clients) call(client, random.pick(edgeServices))
  for (const service of services) call(random.pick(edgeServices), service)
  for (const caller of [...services, ...workers]) {
    for (let calls = 0; calls < CALLS_PER_SERVICE * 2; calls++) {
      if (chance(0.5)) call(caller, random.pick(chance(0.3) ? services : workers))
    }
    if (chance(0.4)) call(caller, hub)
    if (chance(0.7)) call(caller, random.pick(stores))
  }
  return mapOf(nodes, edges, `${isPlaced ? 'Placed' : 'Unplaced'} system ${seed}`)
}
