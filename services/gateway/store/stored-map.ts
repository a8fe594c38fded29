/** A map as a row: nodes and edges stay the JSON text they were stored as, on their way from the table to the client. */
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
