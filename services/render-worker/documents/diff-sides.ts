import type { DiffFormat, ExportOptions } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import { titleOf } from './map-words.ts'

/** The names of two compared maps: the versions of one map, or else the names of both. */
export function sidesOf(
  map: ArchitectureMap,
  from: ArchitectureMap,
  { base, ...options }: Pick<ExportOptions<DiffFormat>, 'base' | 'from' | 'to'>,
): { from: string; to: string } {
  const older = `version ${options.from ?? 'unknown'}`
  const newer = `version ${options.to ?? 'unknown'}`
  if (base === undefined) return { from: older, to: newer }
  return { from: `${titleOf(from)} (${older})`, to: `${titleOf(map)} (${newer})` }
}
