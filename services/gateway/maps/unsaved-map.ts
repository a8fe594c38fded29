import type { NewMap } from '@maps/shared/map'
import { hash } from 'node:crypto'
import type { StoredMap } from '../store/stored-map.ts'

/**
 * Returns a map that is stored nowhere, in the form in which maps are exported. Its id is a hash of the workspace and the content, and its dates
 * are today: the same map keeps its artifact key all day and is drawn once.
 */
export function unsavedMap(workspaceId: string, { nodes, edges, ...rest }: NewMap): StoredMap {
  const today = new Date(new Date().setUTCHours(0, 0, 0, 0))
  const content = { ...rest, nodes: JSON.stringify(nodes), edges: JSON.stringify(edges) }
  const id = uuidOf([workspaceId, content.name, content.nodes, content.edges].join('\n'))
  return { ...content, id, workspaceId, shareId: null, version: 1, createdAt: today, updatedAt: today }
}

/** A UUID of version 8 with a hash of the text (RFC 9562, section 5.8). Ids of stored maps have version 7. */
function uuidOf(text: string): string {
  const hex = hash('sha256', text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`
}
