import { createHash, hash } from 'node:crypto'
import { newShareId } from '@maps/shared/ids'
import { edgeSchema, type NewMap, nodeSchema } from '@maps/shared/map'
import type { Plan } from '@maps/shared/plans'
import type { StoredMap } from './stored-map.ts'
import { fragment, type Fragment, type Sql } from './postgres.ts'
import { retryUntilExplained } from './retry-until-explained.ts'

/** A plan's limits on the maps of a workspace. */
export type StorageLimits = Pick<Plan, 'maps' | 'storedBytes'>

/** Who writes a version of a map, and why. */
export interface Author {
  tokenId: string
  note?: string | undefined
}

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
/** SQL condition: the key of a row has not expired. */
const isLive = fragment`idempotency_keys.created_at > now() - interval '24 hours'`

/** A map as it will be stored, with its workspace and the limits there. */
interface MapToStore extends Pick<StoredMap, 'workspaceId' | 'name' | 'isPublic' | 'shareId' | 'nodes' | 'edges'> {
  /** Bytes of nodes and edges. */
  bytes: number
  limits: StorageLimits
  author: Author | undefined
}

/** A client's idempotency key, hashed, and the content that it stands for. */
interface IdempotencyKey {
  hash: Buffer
  /** Hash of the validated content: a retry may format the same map differently, and have the fields of its objects in another order. */
  fingerprint: Buffer
  /** Number of the advisory lock that a request holds until its map is stored. */
  lock: string
}

/** What the database sets itself. */
type InsertedRow = Pick<StoredMap, 'id' | 'version' | 'createdAt'>

/**
 * Stores a new map, unless the workspace is full or has created this map already. The limits are exact: the workspace's row is
 * locked until the map is counted. Each way is one statement, so that no fault leaves a part of it (decision 19).
 * @param key the client's idempotency key: within 24 hours, the same key and map return the first map again
 */
export async function insertMap(
  sql: Sql,
  workspaceId: string,
  { name, isPublic, nodes, edges }: NewMap,
  limits: StorageLimits,
  key?: string,
  author?: Author,
): Promise<CreateOutcome> {
  const texts = { nodes: JSON.stringify(nodes), edges: JSON.stringify(edges) }
  const bytes = Buffer.byteLength(texts.nodes) + Buffer.byteLength(texts.edges)
  const content = { workspaceId, name, isPublic, shareId: isPublic ? newShareId() : null, ...texts }
  const map = { ...content, bytes, limits, author }
  const keyed = key === undefined ? undefined : idempotencyKey(workspaceId, key, { name, isPublic, nodes, edges })
  return retryUntilExplained(async () => {
    const row = await (keyed ? insertOnce(sql, map, keyed) : insertWithin(sql, map))
    if (row) return { map: { ...row, ...content, updatedAt: row.createdAt }, isReplayed: false }
    const first = keyed && (await findFirst(sql, workspaceId, keyed))
    if (!first) return whyRefused(sql, map, keyed)
    if (!first.fingerprint.equals(keyed.fingerprint)) return 'key of another request'
    const { mapId: id, shareId, createdAt } = first
    return { map: { ...content, id, shareId, version: 1, createdAt, updatedAt: createdAt }, isReplayed: true }
  })
}

/** Stores a map if the workspace has room. */
async function insertWithin(sql: Sql, map: MapToStore): Promise<InsertedRow | undefined> {
  const [row] = await sql<InsertedRow[]>`
    with room as (${roomFor(map)}),
    timed as (select uuidv7() as map_id, clock_timestamp()::timestamptz(3) as created_at from room)
    ${insertFrom(fragment`timed`, map)}`
  return row
}

/** Stores a map and its idempotency key if the workspace has room, the key is new, and no other request with it is under way. */
async function insertOnce(sql: Sql, map: MapToStore, key: IdempotencyKey): Promise<InsertedRow | undefined> {
  const { workspaceId, shareId } = map
  const [row] = await sql<InsertedRow[]>`
    with room as (${roomFor(map, fragment`(select pg_try_advisory_xact_lock(${key.lock}))`)}),
    recorded as (
      insert into idempotency_keys (workspace_id, key_hash, fingerprint, map_id, share_id, created_at)
      select id, ${key.hash}, ${key.fingerprint}, uuidv7(), ${shareId}, clock_timestamp() from room
      on conflict (workspace_id, key_hash) do update set
        fingerprint = excluded.fingerprint, map_id = excluded.map_id, share_id = excluded.share_id,
        created_at = excluded.created_at
      where not (${isLive})
      returning map_id, created_at
    ),
    expired as (
      delete from idempotency_keys where (workspace_id, key_hash) in (
        select workspace_id, key_hash from idempotency_keys
        where not (${isLive}) and (workspace_id, key_hash) <> (${workspaceId}::uuid, ${key.hash}::bytea)
        order by created_at limit ${EXPIRED_AT_A_TIME} for update skip locked
      )
    )
    ${insertFrom(fragment`recorded`, map)}`
  return row
}

/** SQL that locks the row of a map's workspace if it has room for the map and a condition holds. A subselect as the condition is evaluated once, before the lock. */
function roomFor({ workspaceId, bytes, limits }: MapToStore, condition = fragment`true`) {
  return fragment`
    select id from workspaces
    where ${condition} and id = ${workspaceId}
      and map_count < ${limits.maps}::bigint and stored_bytes + ${bytes} <= ${limits.storedBytes}
    for no key update`
}

/** Inserts a map with the id and the time of a row, if there is one. Times after the lock give the maps of a workspace the order of their locks. */
function insertFrom(source: Fragment, { workspaceId, name, isPublic, shareId, nodes, edges, author }: MapToStore) {
  return fragment`
    insert into maps (id, workspace_id, name, is_public, share_id, nodes, edges, created_at, updated_at, token_id, note)
    select map_id, ${workspaceId}, ${name}, ${isPublic}, ${shareId}, ${nodes}, ${edges}, created_at, created_at,
      ${author?.tokenId ?? null}::uuid, ${author?.note ?? null}
    from ${source}
    returning id, version, created_at`
}

/** The response to the first request with an idempotency key, as far as the request itself does not say it. */
interface FirstResponse {
  mapId: string
  shareId: string | null
  fingerprint: Buffer
  createdAt: Date
}

async function findFirst(sql: Sql, workspaceId: string, key: IdempotencyKey): Promise<FirstResponse | undefined> {
  const [first] = await sql<FirstResponse[]>`
    select map_id, share_id, fingerprint, created_at from idempotency_keys
    where workspace_id = ${workspaceId} and key_hash = ${key.hash} and ${isLive}`
  return first
}

/** Why a map was not stored; undefined if the reason is gone. */
async function whyRefused(
  sql: Sql,
  { workspaceId, bytes, limits }: MapToStore,
  key: IdempotencyKey | undefined,
): Promise<Extract<CreateOutcome, string> | undefined> {
  const isKeyFree = key ? fragment`pg_try_advisory_xact_lock(${key.lock})` : fragment`true`
  const [usage] = await sql<{ hasMap: boolean; hasBytes: boolean; isKeyFree: boolean }[]>`
    select map_count < ${limits.maps}::bigint as has_map, stored_bytes + ${bytes} <= ${limits.storedBytes} as has_bytes,
      ${isKeyFree} as is_key_free
    from workspaces where id = ${workspaceId}`
  if (!usage) return 'no workspace'
  if (!usage.hasMap) return 'too many maps'
  if (!usage.hasBytes) return 'too many bytes'
  return usage.isKeyFree ? undefined : 'under way'
}

/** The fields of nodes and edges, each in one order. Their values have no fields of their own: `JSON.stringify` would leave these out. */
const nodeFields = nodeSchema.keyof().options
const edgeFields = edgeSchema.keyof().options

function idempotencyKey(workspaceId: string, key: string, { name, isPublic, nodes, edges }: NewMap): IdempotencyKey {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([name, isPublic]))
    .update(JSON.stringify(nodes, nodeFields))
    .update(JSON.stringify(edges, edgeFields))
    .digest()
  const lock = String(sha256(`${workspaceId} ${key}`).readBigInt64BE())
  return { hash: sha256(key), fingerprint, lock }
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
