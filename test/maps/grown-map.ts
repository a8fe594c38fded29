import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { createRandom } from '../bench/random.ts'
import { mapOf } from './sample-map.ts'

export type Sample = Pick<ArchitectureMap, 'name' | 'nodes' | 'edges'>

export interface Size {
  nodes: number
  edges: number
}

/**
 * A map of this size that begins as the sample does and goes on with nodes and edges like its own. It is the same for the same
 * arguments, and quick to make where there are many.
 */
export function grownMap(size: Size, sample: Sample, seed: number): ArchitectureMap {
  const random = createRandom(String(seed))
  const nodeModels: MapNode[] = sample.nodes.length > 0 ? sample.nodes : [{ id: 'n' }]
  const edgeModels: MapEdge[] = sample.edges.length > 0 ? sample.edges : [{ source: 'nobody', target: 'nobody' }]

  const nodes = Array.from({ length: size.nodes }, (_, index): MapNode => {
    const model = random.pick(nodeModels)
    return sample.nodes[index] ?? { ...model, id: `${model.id}-${index}` }
  })
  const edges = Array.from({ length: size.edges }, (_, index): MapEdge => {
    const model = random.pick(edgeModels)
    return sample.edges[index] ?? { ...model, source: endpoint(model.source), target: endpoint(model.target) }
  })
  return mapOf(nodes, edges, sample.name)

  /** Now and then the model's own, which need not exist. */
  function endpoint(modelEnd: string): string {
    return nodes.length === 0 || random.below(20) === 0 ? modelEnd : random.pick(nodes).id
  }
}
