import type { StoredMap } from '../store/stored-map.ts'

/** A map as the JSON text that clients get. Nodes and edges go through as they are stored: never parsed, never written anew. */
export function mapJson(map: StoredMap): string {
  const [start, nodes, between, edges, end] = mapPieces(map)
  return start + nodes + between + edges + end
}

/** A map's JSON text in five pieces; nodes and edges are the stored texts themselves, not copies. */
export function mapPieces(map: StoredMap): [string, string, string, string, string] {
  return [
    `{"id":"${map.id}","workspaceId":"${map.workspaceId}","name":${JSON.stringify(map.name)},` +
      `"isPublic":${map.isPublic},"nodes":`,
    map.nodes,
    ',"edges":',
    map.edges,
    `,"createdAt":"${map.createdAt.toISOString()}","updatedAt":"${map.updatedAt.toISOString()}"}`,
  ]
}
