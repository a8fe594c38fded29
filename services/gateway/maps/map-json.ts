import { type MapField, mapFields } from '@maps/shared/map'
import type { MapSummary } from '../store/map-lists.ts'
import { fieldsJson, type StoredMap } from '../store/stored-map.ts'

/** Writes a map as JSON text for clients. */
export function mapJson(map: StoredMap): string {
  return `{${fieldsJson(map, mapFields)}}`
}

/** Writes these fields of a map as JSON text, in the order of a whole map. With `isPublic`, a public map gets its share URL too. */
export function summaryJson(
  map: MapSummary,
  fields: readonly MapField[],
  shareUrl: (shareId: string) => string,
): string {
  const inOrder = mapFields.filter((it) => fields.includes(it))
  const share = map.shareId ? `,"shareUrl":${JSON.stringify(shareUrl(map.shareId))}` : ''
  return `{${fieldsJson(map, inOrder)}${share}}`
}
