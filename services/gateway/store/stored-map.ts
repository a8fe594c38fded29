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
  version: number
  createdAt: Date
  updatedAt: Date
}

const columnOf = {
  id: fragment`id`,
  workspaceId: fragment`workspace_id as "workspaceId"`,
  name: fragment`name`,
  isPublic: fragment`is_public as "isPublic", share_id as "shareId"`,
  nodes: fragment`nodes`,
  edges: fragment`edges`,
  createdAt: fragment`created_at as "createdAt"`,
  updatedAt: fragment`updated_at as "updatedAt"`,
} satisfies Record<MapField, unknown>

/** The columns of these fields, under their names in a StoredMap. */
export function columnsOf(fields: readonly MapField[]) {
  return fragment`${fields.map((it, index) => (index === 0 ? columnOf[it] : fragment`, ${columnOf[it]}`))}`
}

/** All columns of a StoredMap. */
export const columns = fragment`${columnsOf(mapFields)}, version`
