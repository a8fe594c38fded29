import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { createRandom } from '../bench/random.ts'
import { mapOf } from './sample-map.ts'

/** The map that a grown map starts with and continues like. */
export type TemplateMap = Pick<ArchitectureMap, 'name' | 'nodes' | 'edges'>

/** Numbers of nodes and edges. */
export interface MapSize {
  nodes: number
  edges: number
}

/**
 * Grows a map: it starts with the nodes and edges of the template and continues with variants of them. The same arguments
 * give the same map.
 */
export function growMap(size: MapSize, template: TemplateMap, seed: number): ArchitectureMap {
  const random = createRandom(String(seed))
  const nodeModels: MapNode[] = template.nodes.length > 0 ? template.nodes : [{ id: 'n' }]
  const edgeModels: MapEdge[] = template.edges.length > 0 ? template.edges : [{ source: 'nobody', target: 'nobody' }]

  const nodes = Array.from({ length: size.nodes }, (_, index): MapNode => {
    const model = random.pick(nodeModels)
    return template.nodes[index] ?? { ...model, id: `${model.id}-${index}` }
  })
  const edges = Array.from({ length: size.edges }, (_, index): MapEdge => {
    const model = random.pick(edgeModels)
    return template.edges[index] ?? { ...model, source: endpoint(model.source), target: endpoint(model.target) }
  })
  return mapOf(nodes, edges, template.name)

  /** A random node's id; one time in 20 the model's own endpoint, which need not exist. */
  function endpoint(modelEndpoint: string): string {
    return nodes.length === 0 || random.below(20) === 0 ? modelEndpoint : random.pick(nodes).id
  }
}
