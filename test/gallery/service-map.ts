import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { createRandom } from '../bench/random.ts'
import { mapOf } from '../maps/sample-map.ts'
import { at, edge } from './notation.ts'

const LAYERS = ['client', 'edge', 'service', 'service', 'store'] as const
const CALLS = ['gRPC', 'HTTPS', 'SQL', 'order.created', 'reads', undefined, undefined]
/** Of the calls of a service, that many go to another service beside it or further on. */
const CALLS_PER_SERVICE = 1.6
/** Of the places that a person gave, at most so much of a grid's step is off it. */
const SLOPPY = 0.15

/**
 * A map of the usual shape of a system, the same for the same seed: clients come in over few edge services, services call each other and a few
 * hubs, and most have a store of their own.
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
      const place = at(layer + (random.below(1_000) / 1_000) * SLOPPY, index + (random.below(1_000) / 1_000) * SLOPPY)
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
  for (const it of clients) call(it, random.pick(edgeServices))
  for (const it of services) call(random.pick(edgeServices), it)
  for (const it of [...services, ...workers]) {
    for (let calls = 0; calls < CALLS_PER_SERVICE * 2; calls++) {
      if (chance(0.5)) call(it, random.pick(chance(0.3) ? services : workers))
    }
    if (chance(0.4)) call(it, hub)
    if (chance(0.7)) call(it, random.pick(stores))
  }
  return mapOf(nodes, edges, `${isPlaced ? 'Placed' : 'Unplaced'} system ${seed}`)
}
