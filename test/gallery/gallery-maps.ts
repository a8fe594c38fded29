import type { ArchitectureMap } from '@maps/shared/map'
import { mapOf } from '../maps/sample-map.ts'
import { architectures } from './architectures.ts'
import { hardCases } from './hard-cases.ts'
import { boutiqueVersions, sentryVersions } from './map-versions.ts'
import { openstack } from './maps/openstack.ts'
import type { Architecture } from './notation.ts'

/** A map of the gallery. */
export interface GalleryMap {
  /** Name of its picture files, without theme and extension. */
  name: string
  /** Whether it shows a real system. */
  isReal: boolean
  map: ArchitectureMap
  /** The version before, for a picture of what changed. */
  from?: ArchitectureMap
  /** Options of its picture, as query parameters. */
  query?: Record<string, string>
}

/** All maps of the gallery in pictures without options, real systems first. */
export const galleryMaps: readonly GalleryMap[] = [...mapsOf(architectures, true), ...mapsOf(hardCases, false)]

function mapsOf(maps: Readonly<Record<string, Architecture>>, isReal: boolean): GalleryMap[] {
  return Object.entries(maps).map(([name, it]) => ({ name, isReal, map: mapOf(it.nodes, it.edges, it.name) }))
}

/** Pictures with options, and the maps that they show. */
const optionPictures: readonly GalleryMap[] = [
  withOptions('cost-bars', 'sentry', { costs: 'bars' }),
  withOptions('chips', 'sentry', { chips: '2' }),
  withOptions('zones-by-prefix', 'islands', { groups: 'prefix' }),
  withMap('zones-of-projects', openstack, { groups: 'prefix' }),
  withOptions('zones-by-role', 'sentry', { groups: 'role' }),
  withOptions('view', 'gitlab-components', { focus: 'sidekiq', collapse: 'praefect', hide: 'exporters' }),
]

/** Pictures of two versions. */
const diffPictures: readonly GalleryMap[] = [
  { name: 'diff-sentry', isReal: true, map: sentryVersions.to, from: sentryVersions.from },
  { name: 'diff-online-boutique', isReal: true, map: boutiqueVersions.to, from: boutiqueVersions.from },
]

/** All pictures of the gallery. */
export const galleryPictures: readonly GalleryMap[] = [...galleryMaps, ...optionPictures, ...diffPictures]

function withMap(name: string, { nodes, edges, name: title }: Architecture, query: Record<string, string>): GalleryMap {
  return { name, isReal: true, map: mapOf(nodes, edges, title), query }
}

function withOptions(name: string, mapName: string, query: Record<string, string>): GalleryMap {
  const { map, isReal } = galleryMaps.find((it) => it.name === mapName)!
  return { name, isReal, map, query }
}
