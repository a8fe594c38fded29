import type { ArchitectureMap, MapNode } from '@maps/shared/map'
import { oneLine } from '../one-line.ts'

/** The map's name as a title. */
export function titleOf(map: ArchitectureMap): string {
  return oneLine(map.name) || 'Untitled map'
}

/** What a service is called: its label, or its id where it has none. */
export function labelOf(node: MapNode): string {
  return oneLine(node.label ?? '') || oneLine(node.id) || 'unnamed'
}

/**
 * Names for the ends of edges, by node id: the node's label, followed by the id in parentheses where another node has
 * the same label. An id that no node has is its own name.
 */
export function createEndpointNames(nodes: readonly MapNode[]): (id: string) => string {
  const labels = nodes.map(labelOf)
  const uses = new Map<string, number>()
  for (const label of labels) uses.set(label, (uses.get(label) ?? 0) + 1)
  const names = new Map<string, string>()
  for (const [index, { id }] of nodes.entries()) {
    const label = labels[index] ?? id
    names.set(id, uses.get(label) === 1 ? label : `${label} (${oneLine(id)})`)
  }
  return (id) => names.get(id) ?? (oneLine(id) || 'unnamed')
}

/** When the map last changed, to the minute. The time of the export would make equal maps give unequal files. */
export function asOf(map: ArchitectureMap): string {
  return `${map.updatedAt.slice(0, 10)} ${map.updatedAt.slice(11, 16)} UTC`
}

/** A number with its noun, as in `1 service` and `3 dependencies`. */
export function count(number: number, one: 'service' | 'dependency'): string {
  if (number === 1) return `1 ${one}`
  return `${number} ${one === 'service' ? 'services' : 'dependencies'}`
}
