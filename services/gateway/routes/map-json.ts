import { type MapField, mapFields } from '@maps/shared/map'
import type { MapSummary } from '../store/map-lists.ts'
import type { StoredMap } from '../store/stored-map.ts'

/** A map as the JSON text that clients get. Nodes and edges go through as they are stored: never parsed, never written anew. */
export function mapJson({ id, workspaceId, name, isPublic, nodes, edges, createdAt, updatedAt }: StoredMap): string {
  return (
    `{"id":"${id}","workspaceId":"${workspaceId}","name":${JSON.stringify(name)},"isPublic":${isPublic},` +
    `"nodes":${nodes},"edges":${edges},` +
    `"createdAt":"${createdAt.toISOString()}","updatedAt":"${updatedAt.toISOString()}"}`
  )
}

/** These fields of a map as JSON text, in the order of a whole one; one that is public and tells so has its share address beside. */
export function summaryJson(
  map: MapSummary,
  fields: readonly MapField[],
  shareUrl: (shareId: string) => string,
): string {
  const members = mapFields.filter((it) => fields.includes(it)).map((it) => `"${it}":${fieldJson(map, it)}`)
  if (map.shareId) members.push(`"shareUrl":${JSON.stringify(shareUrl(map.shareId))}`)
  return `{${members.join(',')}}`
}

function fieldJson(map: MapSummary, field: MapField): string | undefined {
  return field === 'nodes' || field === 'edges' ? map[field] : JSON.stringify(map[field])
}
