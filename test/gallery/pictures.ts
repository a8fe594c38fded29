import type { ArchitectureMap } from '@maps/shared/map'
import { mapOf } from '../maps/sample-map.ts'
import { architectures } from './architectures.ts'
import { hardCases } from './hard-cases.ts'
import type { Architecture } from './notation.ts'

/** A map of the gallery. */
export interface Picture {
  /** Of its files, without theme and ending. */
  name: string
  /** Whether a team somewhere really runs it. */
  isReal: boolean
  map: ArchitectureMap
}

/** The whole gallery, the real ones first. */
export const pictures: readonly Picture[] = [...picturesOf(architectures, true), ...picturesOf(hardCases, false)]

function picturesOf(maps: Readonly<Record<string, Architecture>>, isReal: boolean): Picture[] {
  return Object.entries(maps).map(([name, it]) => ({ name, isReal, map: mapOf(it.nodes, it.edges, it.name) }))
}
