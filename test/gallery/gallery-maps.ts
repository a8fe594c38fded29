import type { ArchitectureMap } from '@maps/shared/map'
import { mapOf } from '../maps/sample-map.ts'
import { architectures } from './architectures.ts'
import { hardCases } from './hard-cases.ts'
import type { Architecture } from './notation.ts'

/** A map of the gallery. */
export interface GalleryMap {
  /** Name of its picture files, without theme and extension. */
  name: string
  /** Whether it shows a real system. */
  isReal: boolean
  map: ArchitectureMap
}

/** All maps of the gallery, real systems first. */
export const galleryMaps: readonly GalleryMap[] = [...mapsOf(architectures, true), ...mapsOf(hardCases, false)]

function mapsOf(maps: Readonly<Record<string, Architecture>>, isReal: boolean): GalleryMap[] {
  return Object.entries(maps).map(([name, it]) => ({ name, isReal, map: mapOf(it.nodes, it.edges, it.name) }))
}
