import { summaryOf } from '../../shared/diff/diff-words.ts'
import { diffMaps } from '../../shared/diff/map-diff.ts'
import type { MapChange, VersionedMap } from '../typescript/index.ts'

/** Describes the change of a map, as in "2 services added, 1 changed; 1 connection removed". */
export function describeChange(current: VersionedMap | undefined, change: MapChange): string {
  const { name, isPublic = false, nodes = [], edges = [] } = current ?? {}
  const diff = diffMaps(
    { name, nodes, edges },
    { name: change.name, nodes: change.nodes ?? nodes, edges: change.edges ?? edges },
  )
  const phrases = [
    change.isPublic !== undefined && change.isPublic !== isPublic
      ? `made ${change.isPublic ? 'public' : 'private'}`
      : '',
    summaryOf(diff),
  ]
  return phrases.filter((it) => it !== '').join('; ') || (current ? 'fields that no map has' : 'no services')
}
