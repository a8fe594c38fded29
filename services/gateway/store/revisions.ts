import { Unavailable } from '@maps/shared/errors'
import { isMapId } from '@maps/shared/ids'
import { MAX_VERSION } from '@maps/shared/map'
import type { Plan } from '@maps/shared/plans'
import { fragment, type Fragment, type Sql } from './postgres.ts'
import { ANY_BYTES, type InTurn, type ReadOutcome, readWithin } from './read-within.ts'
import { columns, type StoredMap } from './stored-map.ts'

/** Revisions that are dropped for each reason with each new one. More than one, so that a backlog shrinks. */
const DROPPED_AT_A_TIME = 100
/** Bytes of revisions from which a statement drops no further one. Postgres dropped 384 MiB in 2.4 s, and has 2 s. */
const DROPPED_BYTES_AT_A_TIME = 64 * 1024 ** 2

/** A plan's limits on the revisions of a map and of a workspace. */
export type RevisionLimits = Pick<Plan, 'revisions' | 'revisionBytes'>

/** A version of a map in a list, without its content. */
export interface RevisionEntry {
  version: number
  createdAt: Date
  note: string | null
  /** Name of the token that made it; null if that is not known. */
  token: string | null
  nodeCount: number
  edgeCount: number
}

/** The kept versions next to one that is not kept; null where there is none. */
export interface NearestVersions {
  before: number | null
  after: number | null
}

/** Creates the queries of revisions: the versions that a map has had, the current one included. */
export function createRevisions(sql: Sql, inTurn: InTurn) {
  return {
    /** Lists versions, newest first. Reads no texts but the current one's, whose nodes and edges are counted. */
    async listRevisions(
      workspaceId: string,
      id: string,
      { limit, before = MAX_VERSION }: { limit: number; before?: number | undefined },
    ): Promise<RevisionEntry[]> {
      if (!isMapId(id)) return []
      return sql<RevisionEntry[]>`
        select version, revisions.created_at, note, tokens.name as token, node_count, edge_count
        from (
          select version, updated_at as created_at, note, token_id,
            json_array_length(nodes::json) as node_count, json_array_length(edges::json) as edge_count
          from maps where id = ${id} and workspace_id = ${workspaceId}
          union all
          select version, created_at, note, token_id, node_count, edge_count
          from map_revisions where map_id = ${id} and workspace_id = ${workspaceId}
        ) as revisions left join tokens on tokens.id = token_id
        where version < ${before}
        order by version desc
        limit ${limit}`
    },

    /**
     * Reads a map as it was at a version, private or public without a link, unless its nodes and edges together have more than `maxBytes` bytes.
     * A version that is not kept is not found.
     */
    async getRevision(
      workspaceId: string,
      id: string,
      version: number,
      maxBytes = ANY_BYTES,
      hasPin?: boolean,
    ): Promise<ReadOutcome> {
      if (!isMapId(id)) return 'not found'
      const query = fragment`
        select ${columns} from maps where id = ${id} and workspace_id = ${workspaceId} and version = ${version}::bigint
        union all
        select map_id, workspace_id, name, is_public, null, nodes, edges,
          (select maps.created_at from maps where maps.id = map_id), created_at, version
        from map_revisions where map_id = ${id} and workspace_id = ${workspaceId} and version = ${version}::bigint`
      return inTurn(maxBytes, (bytes) => readWithin(sql, query, bytes, hasPin))
    },

    /** Finds the kept versions next to one. Both are null if there is no such map. */
    async findNearestVersions(workspaceId: string, id: string, version: number): Promise<NearestVersions> {
      if (!isMapId(id)) return { before: null, after: null }
      const [row] = await sql<NearestVersions[]>`
        select max(version) filter (where version < ${version}::bigint) as before,
          min(version) filter (where version > ${version}::bigint) as after
        from (
          select version from maps where id = ${id} and workspace_id = ${workspaceId}
          union all
          select version from map_revisions where map_id = ${id} and workspace_id = ${workspaceId}
        ) as revisions`
      return row!
    },
  }
}

/** What the database keeps of earlier versions. */
export interface RevisionFacts {
  /** Whether it keeps the version before a change. */
  isKept: boolean
  count: number
  bytes: number
}

/** Reads whether earlier versions are kept, and how many of all workspaces there are. */
export async function readRevisionFacts(sql: Sql): Promise<RevisionFacts> {
  const [facts] = await sql<RevisionFacts[]>`
    select coalesce(sum(revision_count), 0)::int as count, coalesce(sum(revision_bytes), 0)::float8 as bytes,
      exists (select from pg_trigger where tgname = 'keep_revision' and tgrelid = 'maps'::regclass and tgenabled <> 'D')
        as is_kept
    from workspaces`
  return facts!
}

/**
 * Drops revisions that have expired, of any map, and those beyond the plan's limits: of the map, then of its workspace. The oldest go first, and
 * those that never expire last, but for the one that the map has just replaced: a change that was a slip must not be final. While the database is
 * unavailable nothing is dropped: the next revision makes up for it.
 */
export async function dropRevisions(
  sql: Sql,
  { id, workspaceId }: Pick<StoredMap, 'id' | 'workspaceId'>,
  { revisions, revisionBytes }: RevisionLimits,
): Promise<void> {
  const expired = fragment`
    select map_id, version from map_revisions where expires_at < now() order by expires_at limit ${DROPPED_AT_A_TIME}`
  const isReplaced = fragment`(map_id = ${id} and version = (select max(version) from map_revisions where map_id = ${id}))`
  const beyondNumber = fragment`
    select map_id, version from map_revisions where map_id = ${id} and not ${isReplaced}
    order by expires_at is null, version
    limit least(
      ${DROPPED_AT_A_TIME}, greatest(0, (select count(*) from map_revisions where map_id = ${id}) - ${revisions})
    )`
  const inOrder = fragment`expires_at is null, created_at, map_id, version`
  const beyondBytes = fragment`
    select map_id, version from (
      select map_id, version, sum(bytes) over (order by ${inOrder}) - bytes as freed from (
        select map_id, version, expires_at, created_at, octet_length(nodes) + octet_length(edges) as bytes
        from map_revisions where workspace_id = ${workspaceId} and not ${isReplaced}
        order by expires_at is null, created_at limit ${DROPPED_AT_A_TIME}
      ) as oldest
    ) as freeing
    where freed < (select revision_bytes from workspaces where id = ${workspaceId}) - ${revisionBytes}`
  const dropped = fragment`
    select map_id, version from (
      select map_id, version, sum(bytes) over (order by ${inOrder}) - bytes as bytes_before from (
        select map_id, version, expires_at, created_at, octet_length(nodes) + octet_length(edges) as bytes
        from map_revisions where (map_id, version) in ((${expired}) union (${beyondNumber}) union (${beyondBytes}))
      ) as droppable
    ) as in_order
    where bytes_before < ${DROPPED_BYTES_AT_A_TIME}`
  try {
    // Rows that another statement drops are skipped: statements that wait for each other's rows could deadlock.
    await sql`
      delete from map_revisions where (map_id, version) in (
        select map_id, version from map_revisions where (map_id, version) in (${dropped}) for update skip locked
      )`
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
  }
}

/**
 * Drops the oldest revisions of a map that is about to be deleted, until a single statement can delete the rest with it.
 * @param isDeletable condition on the map: where it is not met, nothing is dropped
 */
export async function dropLongHistory(sql: Sql, id: string, isDeletable: Fragment): Promise<void> {
  for (let hasDropped = true; hasDropped;) {
    const dropped = await sql`
      delete from map_revisions where map_id = ${id} and exists (select from maps where ${isDeletable}) and version in (
        select version from (
          select version, sum(bytes) over () as bytes_in_all, sum(bytes) over (order by version) - bytes as bytes_before from (
            select version, octet_length(nodes) + octet_length(edges) as bytes from map_revisions where map_id = ${id}
          ) as sizes
        ) as history
        where bytes_in_all > ${DROPPED_BYTES_AT_A_TIME} and bytes_before < ${DROPPED_BYTES_AT_A_TIME}
      )
      returning version`
    hasDropped = dropped.length > 0
  }
}
