import { type MapField, mapFields } from '@maps/shared/map'
import { fragment } from './postgres.ts'

/** A row of the maps table. Nodes and edges stay JSON text from the table to the client. */
export interface StoredMap {
  id: string
  workspaceId: string
  name: string
  isPublic: boolean
  shareId: string | null
  nodes: string
  edges: string
  /** The pinned layout, as JSON text, if it was read and there is one. */
  pin?: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Bytes of a map's nodes and edges. */
export function elementBytes({ nodes, edges }: Pick<StoredMap, 'nodes' | 'edges'>): number {
  return Buffer.byteLength(nodes) + Buffer.byteLength(edges)
}

const columnOf = {
  id: fragment`id`,
  workspaceId: fragment`workspace_id`,
  name: fragment`name`,
  isPublic: fragment`is_public, share_id`,
  nodes: fragment`nodes`,
  edges: fragment`edges`,
  createdAt: fragment`created_at`,
  updatedAt: fragment`updated_at`,
} satisfies Record<MapField, unknown>

/** The columns of these fields. */
export function columnsOf(fields: readonly MapField[]) {
  return fragment`${fields.map((it, index) => (index === 0 ? columnOf[it] : fragment`, ${columnOf[it]}`))}`
}

/** All columns of a StoredMap. */
export const columns = fragment`${columnsOf(mapFields)}, version`

/**
 * Writes fields of a map as the members of a JSON object. Nodes and edges are inserted as stored, without parsing. The text is appended to and
 * not joined, since `join` copies it: for a map of 4 MB that takes as long as all else (measured on Node 24.21, 2026-11-27).
 */
export function fieldsJson(map: Partial<StoredMap>, fields: readonly MapField[]): string {
  let members = ''
  for (const field of fields) {
    const value = field === 'nodes' || field === 'edges' ? map[field] : JSON.stringify(map[field])
    members += `${members === '' ? '' : ','}"${field}":${value}`
  }
  return members
}
