import { summaryOf } from '../../shared/diff/diff-words.ts'
import { diffMaps, type MapDiff } from '../../shared/diff/map-diff.ts'
import type { MapChange, VersionedMap } from '../typescript/index.ts'

/** Who may see a map, before and after a change. */
export interface AccessChange {
  from: boolean
  to: boolean
}

/** Whether a change makes a map public or private; undefined if it does neither. */
export function accessChange(
  current: Pick<VersionedMap, 'isPublic'> | undefined,
  change: MapChange,
): AccessChange | undefined {
  const { isPublic: from = false } = current ?? {}
  const { isPublic: to = from } = change
  return from === to ? undefined : { from, to }
}

/** Describes a change of access, as in "made private". */
export function describeAccess({ to }: AccessChange): string {
  return `made ${to ? 'public' : 'private'}`
}

/** Describes the change of a map, as in "made private; 2 services added, 1 changed"; empty for none. */
export function describeDiff(diff: MapDiff, access: AccessChange | undefined): string {
  const phrases = [access ? describeAccess(access) : '', summaryOf(diff)]
  return phrases.filter((it) => it !== '').join('; ')
}

/** Describes what saving a map does to it. */
export function describeChange(current: VersionedMap | undefined, change: MapChange): string {
  const { name, nodes = [], edges = [] } = current ?? {}
  const diff = diffMaps(
    { name, nodes, edges },
    { name: change.name, nodes: change.nodes ?? nodes, edges: change.edges ?? edges },
  )
  return describeDiff(diff, accessChange(current, change)) || (current ? 'fields that no map has' : 'no services')
}
