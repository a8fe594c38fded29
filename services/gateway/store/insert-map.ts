import { createHash, hash, randomBytes } from 'node:crypto'
import type { NewMap } from '@maps/shared/map'
import type { Plan } from '@maps/shared/plans'
import type { StoredMap } from './stored-map.ts'
import { fragment, type Sql } from './postgres.ts'

/** A plan's limits on the maps of a workspace. */
export type StorageLimits = Pick<Plan, 'maps' | 'storedBytes'>

/** The new map, the first map of the same idempotency key, or the reason for a refusal. */
export type CreateOutcome =
  | { map: StoredMap; isReplayed: boolean }
  /** The workspace is at its plan's limit of maps or bytes. */
  | 'too many maps'
  | 'too many bytes'
  /** The idempotency key belongs to a request with another body. */
  | 'key of another request'
  /** Another request with the same idempotency key has no response yet. */
  | 'under way'
  /** The workspace was deleted. */
  | 'no workspace'

/** Expired idempotency keys deleted with each new one. More than one, so that the table shrinks to one day's keys. */
const EXPIRED_AT_A_TIME = 10

/**
 * Stores a new map, unless the workspace is full or has created this map already. The limits are exact: the workspace's row is
 * locked until the map is counted.
 * @param key the client's idempotency key: within 24 hours, the same key and map return the first map again
 */
export async function insertMap(
  sql: Sql,
  workspaceId: string,
  { name, isPublic, nodes, edges }: NewMap,
  limits: StorageLimits,
  key?: string,
): Promise<CreateOutcome> {
  const content = { name, isPublic, nodes: JSON.stringify(nodes), edges: JSON.stringify(edges) }
  const bytes = Buffer.byteLength(content.nodes) + Buffer.byteLength(content.edges)
  const shareId = isPublic ? newShareId() : null
  const keyRecord = key === undefined ? undefined : { hash: sha256(key), fingerprint: fingerprintOf(content) }
  const isLive = fragment`idempotency_keys.created_at > now() - interval '24 hours'`

  const holdsKeyLock =
    key === undefined ? fragment`true` : fragment`(select pg_try_advisory_xact_lock(${advisoryLock(workspaceId, key)}))`
  const record = keyRecord
    ? fragment`(
      insert into idempotency_keys (workspace_id, key_hash, fingerprint, map_id, share_id, created_at)
      select id, ${keyRecord.hash}, ${keyRecord.fingerprint}, uuidv7(), ${shareId}, clock_timestamp() from room
      on conflict (workspace_id, key_hash) do update set
        fingerprint = excluded.fingerprint, map_id = excluded.map_id, share_id = excluded.share_id,
        created_at = excluded.created_at
      where not (${isLive})
      returning map_id, created_at
    ), expired as (
      delete from idempotency_keys where (workspace_id, key_hash) in (
        select workspace_id, key_hash from idempotency_keys
        where not (${isLive}) and (workspace_id, key_hash) <> (${workspaceId}::uuid, ${keyRecord.hash}::bytea)
        order by created_at limit ${EXPIRED_AT_A_TIME} for update skip locked
      )
    )`
    : fragment`(select uuidv7() as map_id, clock_timestamp()::timestamptz(3) as created_at from room)`
  const [row] = await sql<Pick<StoredMap, 'id' | 'version' | 'createdAt'>[]>`
    with room as (
      select id from workspaces
      where ${holdsKeyLock} and id = ${workspaceId}
        and map_count < ${limits.maps} and stored_bytes + ${bytes} <= ${limits.storedBytes}
      for no key update
    ), record as ${record}
    insert into maps (id, workspace_id, name, is_public, share_id, nodes, edges, created_at, updated_at)
    select map_id, ${workspaceId}, ${name}, ${isPublic}, ${shareId}, ${content.nodes}, ${content.edges},
      created_at, created_at
    from record
    returning id, version, created_at as "createdAt"`
  if (row) return { map: { ...row, ...content, workspaceId, shareId, updatedAt: row.createdAt }, isReplayed: false }

  const [state] = await sql<WorkspaceState[]>`
    select map_count as maps, stored_bytes::float8 as bytes,
      fingerprint, map_id as "mapId", share_id as "shareId", idempotency_keys.created_at as "createdAt"
    from workspaces left join idempotency_keys
      on workspace_id = id and key_hash = ${keyRecord?.hash ?? null} and ${isLive}
    where id = ${workspaceId}`
  if (!state) return 'no workspace'
  if (keyRecord && state.fingerprint) {
    if (!state.fingerprint.equals(keyRecord.fingerprint)) return 'key of another request'
    const { mapId, createdAt } = state
    const first = { id: mapId, version: 1, shareId: state.shareId, createdAt, updatedAt: createdAt }
    return { map: { ...first, ...content, workspaceId }, isReplayed: true }
  }
  if (keyRecord && state.maps < limits.maps && state.bytes + bytes <= limits.storedBytes) return 'under way'
  return state.maps >= limits.maps ? 'too many maps' : 'too many bytes'
}

/** Usage of a workspace, and the record of the idempotency key, if it exists. */
interface WorkspaceState {
  maps: number
  bytes: number
  fingerprint: Buffer | null
  mapId: string
  shareId: string | null
  createdAt: Date
}

/** Hash of the validated content: a retry may format the same map differently. */
function fingerprintOf({ name, isPublic, nodes, edges }: Pick<StoredMap, 'name' | 'isPublic' | 'nodes' | 'edges'>) {
  return createHash('sha256')
    .update(JSON.stringify([name, isPublic]))
    .update(nodes)
    .update(edges)
    .digest()
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Creates a share id of 160 random bits, too many to guess. */
export function newShareId(): string {
  return randomBytes(20).toString('base64url')
}

/** Number of the advisory lock that a request with an idempotency key holds until its map is stored. */
function advisoryLock(workspaceId: string, key: string): string {
  return String(sha256(`${workspaceId} ${key}`).readBigInt64BE())
}
