import type { ArchitectureMap, MapNode } from '@maps/shared/map'
import { oneLine } from '@maps/shared/one-line'

/** The map's name as a title. */
export function titleOf(map: ArchitectureMap): string {
  return oneLine(map.name) || 'Untitled map'
}

/** What a service is called: its label, or its id where it has none. */
export function labelOf(node: MapNode): string {
  return oneLine(node.label ?? '') || oneLine(node.id) || 'unnamed'
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
