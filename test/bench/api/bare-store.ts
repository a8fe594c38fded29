import type { MapChange, NewMap } from '@maps/shared/map'
import { randomBytes } from 'node:crypto'
import type { ListEntry, MapStore, StoredMap } from '../../../services/gateway/store/maps.ts'
import type { Sql } from '../../../services/gateway/store/postgres.ts'

/** What both ways ask of the maps table. */
export interface AskedStore extends Pick<MapStore, 'create' | 'get' | 'getMany'> {
  change(workspaceId: string, id: string, change: MapChange): Promise<unknown>
  index(workspaceId: string, page: object): Promise<ListEntry[]>
}

export interface BareStore extends AskedStore {
  change(workspaceId: string, id: string, change: MapChange): Promise<StoredMap | undefined>
}

/** The statements of the gateway's own store, sent as they are: no time limit, no check, no outcome told apart. */
export function createBareStore(sql: Sql): BareStore {
  return {
    async create(workspaceId, { name, isPublic, nodes, edges }: NewMap) {
      const content = { name, isPublic, shareId: null, nodes: JSON.stringify(nodes), edges: JSON.stringify(edges) }
      const [row] = await sql<Pick<StoredMap, 'id' | 'version' | 'createdAt' | 'updatedAt'>[]>`
        insert into maps (workspace_id, name, is_public, share_id, nodes, edges, created_at, updated_at)
        select ${workspaceId}, ${name}, ${isPublic}, ${content.shareId}, ${content.nodes}, ${content.edges}, now, now
        from (select clock_timestamp()::timestamptz(3) as now)
        returning id, version, created_at as "createdAt", updated_at as "updatedAt"`
      return { workspaceId, ...content, ...row! }
    },

    async get(workspaceId, id) {
      const [row] = await sql<StoredMap[]>`
        select id, workspace_id as "workspaceId", name, is_public as "isPublic", share_id as "shareId",
          nodes, edges, version, created_at as "createdAt", updated_at as "updatedAt"
        from maps where id = ${id} and workspace_id = ${workspaceId}`
      return row
    },

    async change(workspaceId, id, { name = null, isPublic = null, ...change }) {
      const nodes = change.nodes ? JSON.stringify(change.nodes) : null
      const edges = change.edges ? JSON.stringify(change.edges) : null
      const shareId = isPublic ? randomBytes(20).toString('base64url') : null
      const [row] = await sql<StoredMap[]>`
        update maps set
          name = coalesce(${name}, name),
          nodes = coalesce(${nodes}, nodes),
          edges = coalesce(${edges}, edges),
          is_public = coalesce(${isPublic}, is_public),
          share_id = case coalesce(${isPublic}, is_public) when true then coalesce(share_id, ${shareId}) end,
          version = version + 1,
          updated_at = greatest(clock_timestamp()::timestamptz(3), updated_at + interval '1 millisecond')
        where id = ${id} and workspace_id = ${workspaceId} and true
        returning id, workspace_id as "workspaceId", name, is_public as "isPublic", share_id as "shareId",
          nodes, edges, version, created_at as "createdAt", updated_at as "updatedAt"`
      return row
    },

    async index(workspaceId) {
      return sql<ListEntry[]>`
        select id, updated_at as "updatedAt", octet_length(nodes) + octet_length(edges) as size
        from maps
        where workspace_id = ${workspaceId}
        order by updated_at desc, id desc
        limit ${null}`
    },

    async getMany(workspaceId, ids) {
      return sql<StoredMap[]>`
        select id, workspace_id as "workspaceId", name, is_public as "isPublic", share_id as "shareId",
          nodes, edges, version, created_at as "createdAt", updated_at as "updatedAt"
        from maps join unnest(${`{${ids.join(',')}}`}::uuid[]) with ordinality as wanted (id, place) using (id)
        where workspace_id = ${workspaceId}
        order by place`
    },
  }
}
