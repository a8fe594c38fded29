import type { MapChange, NewMap } from '@maps/shared/map'
import { randomBytes } from 'node:crypto'
import type { CreateOutcome, StorageLimits } from '../../../services/gateway/store/create-map.ts'
import type { ListEntry, ListPage, MapStore } from '../../../services/gateway/store/maps.ts'
import type { StoredMap } from '../../../services/gateway/store/stored-map.ts'
import type { Client } from '../../../services/gateway/store/postgres.ts'

/** What both ways ask of the maps table. */
export interface AskedStore extends Pick<MapStore, 'get' | 'getMany'> {
  create(workspaceId: string, map: NewMap, limits: StorageLimits): Promise<CreateOutcome>
  change(workspaceId: string, id: string, change: MapChange, limits: StorageLimits): Promise<unknown>
  index(workspaceId: string, page: ListPage): Promise<ListEntry[]>
}

export interface BareStore extends AskedStore {
  create(workspaceId: string, map: NewMap, limits: StorageLimits): Promise<{ map: StoredMap; isReplayed: boolean }>
  change(workspaceId: string, id: string, change: MapChange, limits: StorageLimits): Promise<StoredMap | undefined>
}

/** The statements of the gateway's own store, sent as they are: no time limit, no check, no outcome told apart. */
export function createBareStore(sql: Client): BareStore {
  return {
    async create(workspaceId, { name, isPublic, nodes, edges }, limits) {
      const content = { name, isPublic, shareId: null, nodes: JSON.stringify(nodes), edges: JSON.stringify(edges) }
      const bytes = Buffer.byteLength(content.nodes) + Buffer.byteLength(content.edges)
      const [row] = await sql<Pick<StoredMap, 'id' | 'version' | 'createdAt'>[]>`
        with room as (
          select id from workspaces
          where true and id = ${workspaceId}
            and map_count < ${limits.maps} and stored_bytes + ${bytes} <= ${limits.storedBytes}
          for no key update
        ), record as (select uuidv7() as map_id, clock_timestamp()::timestamptz(3) as created_at from room)
        insert into maps (id, workspace_id, name, is_public, share_id, nodes, edges, created_at, updated_at)
        select map_id, ${workspaceId}, ${name}, ${isPublic}, ${content.shareId}, ${content.nodes}, ${content.edges},
          created_at, created_at
        from record
        returning id, version, created_at as "createdAt"`
      return { map: { workspaceId, ...content, ...row!, updatedAt: row!.createdAt }, isReplayed: false }
    },

    async get(workspaceId, id) {
      const [row] = await sql<StoredMap[]>`
        select id, workspace_id as "workspaceId", name, is_public as "isPublic", share_id as "shareId",
          nodes, edges, version, created_at as "createdAt", updated_at as "updatedAt"
        from maps where id = ${id} and workspace_id = ${workspaceId}`
      return row
    },

    async change(workspaceId, id, { name = null, isPublic = null, ...change }, { storedBytes }) {
      const nodes = change.nodes ? JSON.stringify(change.nodes) : null
      const edges = change.edges ? JSON.stringify(change.edges) : null
      const nodesSize = nodes === null ? null : Buffer.byteLength(nodes)
      const edgesSize = edges === null ? null : Buffer.byteLength(edges)
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
          and (
          (
          coalesce(${nodesSize}::int, octet_length(nodes)) + coalesce(${edgesSize}::int, octet_length(edges))
          - octet_length(nodes) - octet_length(edges)) <= 0
          or (select stored_bytes from workspaces where id = ${workspaceId}) + (
          coalesce(${nodesSize}::int, octet_length(nodes)) + coalesce(${edgesSize}::int, octet_length(edges))
          - octet_length(nodes) - octet_length(edges)) <= ${storedBytes})
        returning id, workspace_id as "workspaceId", name, is_public as "isPublic", share_id as "shareId",
          nodes, edges, version, created_at as "createdAt", updated_at as "updatedAt"`
      return row
    },

    async index(workspaceId, { limit }) {
      return sql<ListEntry[]>`
        select id, updated_at as "updatedAt", octet_length(nodes) + octet_length(edges) as size
        from maps
        where workspace_id = ${workspaceId}
        order by updated_at desc, id desc
        limit ${limit}`
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
