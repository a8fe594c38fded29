import { type MapField, mapFields } from '@maps/shared/map'
import type { MapSummary } from '../store/map-lists.ts'
import type { StoredMap } from '../store/stored-map.ts'

/** Writes a map as JSON text for clients. Nodes and edges are inserted as stored, without parsing. */
export function mapJson({ id, workspaceId, name, isPublic, nodes, edges, createdAt, updatedAt }: StoredMap): string {
  return (
    `{"id":"${id}","workspaceId":"${workspaceId}","name":${JSON.stringify(name)},"isPublic":${isPublic},` +
    `"nodes":${nodes},"edges":${edges},` +
    `"createdAt":"${createdAt.toISOString()}","updatedAt":"${updatedAt.toISOString()}"}`
  )
}

/** Writes these fields of a map as JSON text, in the order of a whole map. With `isPublic`, a public map gets its share URL too. */
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
