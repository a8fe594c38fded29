import type { ArchitectureMap, MapNode } from '@maps/shared/map'

type SharedMap = Pick<ArchitectureMap, 'name' | 'nodes' | 'edges'>

/**
 * What a public picture shows of a map: no id of the map, its workspace or its services, and no exact costs. It can be made a
 * map again.
 */
export function sharedMap({ name, nodes, edges }: ArchitectureMap): SharedMap {
  const known = new Set(nodes.map((it) => it.id))
  // What edges name and no node has is shown by that name.
  const shown = edges.flatMap(({ source, target }) => [source, target]).filter((it) => !known.has(it))
  let prefix = 'n'
  while (shown.some((it) => it.startsWith(prefix))) prefix += 'n'
  const ids = new Map(nodes.map(({ id }, index) => [id, `${prefix}${index + 1}`]))
  const idOf = (id: string): string => ids.get(id) ?? id
  return {
    name,
    nodes: nodes.map((it) => ({ ...withoutCost(it), id: idOf(it.id), label: it.label || it.id })),
    edges: edges.map((it) => ({ ...it, source: idOf(it.source), target: idOf(it.target) })),
  }
}

function withoutCost({ spend: _spend, currency: _currency, ...node }: MapNode): MapNode {
  return node
}
