import type { PricedNode } from '@maps/shared/costs'
import { type ArchitectureMap, type MapContent, type MapNode, privateNodeFields } from '@maps/shared/map'
import { oneLine } from '@maps/shared/text'

type PublicMap = Pick<ArchitectureMap, 'name' | 'nodes' | 'edges'>

/**
 * The part of a map that a public picture contains: no ids of the map, its workspace and its services, and no costs. It can be
 * imported as a map.
 */
export function publicMap(map: ArchitectureMap): PublicMap {
  const { name, nodes, edges } = map
  const idOf = publicIds(map)
  return {
    name,
    nodes: nodes.map((it) => ({
      ...withoutPrivateFields(it),
      id: idOf(it.id),
      label: it.label && oneLine(it.label) ? it.label : it.id,
    })),
    edges: edges.map((it) => ({ ...it, source: idOf(it.source), target: idOf(it.target) })),
  }
}

/** Returns a function that replaces the ids of services by numbered ones. An id without a service is shown as a name, so it stays. */
export function publicIds({ nodes, edges }: MapContent): (id: string) => string {
  const known = new Set(nodes.map((it) => it.id))
  const shown = edges.flatMap(({ source, target }) => [source, target]).filter((it) => !known.has(it))
  const prefix = shown.some((it) => it.startsWith('n')) ? unusedPrefix(shown) : 'n'
  const ids = new Map(nodes.map(({ id }, index) => [id, `${prefix}${index + 1}`]))
  return (id) => ids.get(id) ?? id
}

/** A prefix such as `n1-` that none of these ids begins with. */
function unusedPrefix(ids: readonly string[]): string {
  const used = new Set(ids.map((it) => /^n\d+-/.exec(it)?.[0]))
  let number = 1
  while (used.has(`n${number}-`)) number++
  return `n${number}-`
}

/** The map without what its services cost, for pictures that others see. */
export function withoutCosts(map: ArchitectureMap): ArchitectureMap {
  return { ...map, nodes: map.nodes.map(withoutPrivateFields) }
}

/** The map without what only a group of services in a view has, so that it can be imported. */
export function importableMap(map: ArchitectureMap): ArchitectureMap {
  return { ...map, nodes: map.nodes.map(({ furtherCosts: _furtherCosts, ...node }: PricedNode) => node) }
}

function withoutPrivateFields(node: MapNode): MapNode {
  return Object.fromEntries(Object.entries(node).filter(([field]) => !(field in privateNodeFields))) as MapNode
}
