import type { ArchitectureMap } from '@maps/shared/map'
import { oneLine } from '@maps/shared/text'

/** The map's name as a title. */
export function titleOf(map: ArchitectureMap): string {
  return oneLine(map.name) || 'Untitled map'
}

/** The time of the map's last change, to the minute. With the time of the export, files of equal maps would differ. */
export function asOf(map: ArchitectureMap): string {
  return `${map.updatedAt.slice(0, 10)} ${map.updatedAt.slice(11, 16)} UTC`
}

/** A number with its noun, as in `1 service` and `3 dependencies`. */
export function count(number: number, one: 'service' | 'dependency'): string {
  if (number === 1) return `1 ${one}`
  return `${number} ${one === 'service' ? 'services' : 'dependencies'}`
}
