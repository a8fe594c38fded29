import { isMapId, newShareId } from '@maps/shared/ids'
import type { MapChange, NewMap } from '@maps/shared/map'
import { type Author, insertMap, type CreateOutcome, type StorageLimits } from './insert-map.ts'
import { createLayouts, growthOfPin, hasRoomFor, withPin } from './layouts.ts'
import { createMapLists } from './map-lists.ts'
import { arrayText, fragment, type Sql } from './postgres.ts'
import { ANY_BYTES, createTurns, type MapTooLarge, type ReadOutcome, readWithin } from './read-within.ts'
import { createRevisions, dropLongHistory, dropRevisions, type RevisionLimits } from './revisions.ts'
import { columns, type StoredMap } from './stored-map.ts'
import { retryUntilExplained } from './retry-until-explained.ts'

/** The changed map, or the reason for a refusal. */
export type ChangeOutcome = { map: StoredMap } | 'not found' | 'version differs' | 'too many bytes' | MapTooLarge

/** Options of a change. */
export interface ChangeOptions {
  /** Versions of the map that may be changed; by default all. */
  versions?: readonly number[] | undefined
  author?: Author
  /** The layout to pin with the change, JSON text, or null to unpin it; by default, the pin stays. */
  pin?: string | null | undefined
}

/** The queries of the maps table. */
export type MapStore = ReturnType<typeof createMapStore>

/**
 * Creates the queries of the maps table. They find a map by workspace and id, or a public map by its share id: access control lives in the
 * `where` of each query.
 */
export function createMapStore(sql: Sql) {
  const inTurn = createTurns()
  return {
    ...createMapLists(sql),
    ...createRevisions(sql, inTurn),
    ...createLayouts(sql),

    /** Creates a map within the limits; with a client's idempotency key, once in 24 hours. */
    async create(
      workspaceId: string,
      map: NewMap,
      limits: StorageLimits,
      key?: string,
      author?: Author,
    ): Promise<CreateOutcome> {
      return insertMap(sql, workspaceId, map, limits, key, author)
    },

    /** Reads a map, for a file that is drawn with its pin, unless the texts together have more than `maxBytes` bytes. */
    async get(workspaceId: string, id: string, maxBytes = ANY_BYTES, hasPin?: boolean): Promise<ReadOutcome> {
      if (!isMapId(id)) return 'not found'
      const query = fragment`select ${columns} from maps where id = ${id} and workspace_id = ${workspaceId}`
      return inTurn(maxBytes, (bytes) => readWithin(sql, query, bytes, hasPin))
    },

    /** Reads a public map, likewise. */
    async getShared(shareId: string, maxBytes = ANY_BYTES, hasPin?: boolean): Promise<ReadOutcome> {
      const query = fragment`select ${columns} from maps where share_id = ${shareId}`
      return inTurn(maxBytes, (bytes) => readWithin(sql, query, bytes, hasPin))
    },

    /**
     * Changes the fields given, within the limits; with `versions`, only while the map has one of them. A trigger keeps the version before, unless
     * the change is joined with those before it (decision 35). Nothing is changed if the texts of the changed map have more than `maxBytes`, the room
     * for the result: after the change, a refusal would be wrong.
     */
    async change(
      workspaceId: string,
      id: string,
      change: MapChange,
      limits: Pick<StorageLimits, 'storedBytes'> & RevisionLimits & { maxBytes?: number },
      { versions, author, pin }: ChangeOptions = {},
    ): Promise<ChangeOutcome> {
      if (!isMapId(id)) return 'not found'
      const { name = null, isPublic = null } = change
      // A map that is public already keeps its share id.
      const shareId = isPublic ? newShareId() : null
      const nodes = change.nodes ? JSON.stringify(change.nodes) : null
      const edges = change.edges ? JSON.stringify(change.edges) : null
      const nodeBytes = nodes === null ? null : Buffer.byteLength(nodes)
      const edgeBytes = edges === null ? null : Buffer.byteLength(edges)
      const bytes = fragment`(coalesce(${nodeBytes}::int, octet_length(nodes)) + coalesce(${edgeBytes}::int, octet_length(edges)))`
      const pinGrowth = pin === undefined ? fragment`0` : growthOfPin(pin ?? '')
      const growth = fragment`(${bytes} - octet_length(nodes) - octet_length(edges) + ${pinGrowth})`
      const isOfSameSize = nodes === null && edges === null && !pin
      const hasRoom = isOfSameSize ? fragment`true` : hasRoomFor(workspaceId, growth, limits)
      const update = async (maxBytes: number): Promise<ChangeOutcome | undefined> => {
        const fits = fragment`${bytes} <= ${maxBytes}::bigint`
        const [row] = await sql<(StoredMap & { hasRevision: boolean | null })[]>`
          with changed as (
            update maps set
              name = coalesce(${name}, name),
              nodes = coalesce(${nodes}, nodes),
              edges = coalesce(${edges}, edges),
              is_public = coalesce(${isPublic}, is_public),
              share_id = case coalesce(${isPublic}, is_public) when true then coalesce(share_id, ${shareId}) end,
              version = version + 1,
              token_id = ${author?.tokenId ?? null},
              note = ${author?.note ?? null},
              author_version = version + 1,
              updated_at = greatest(clock_timestamp()::timestamptz(3), updated_at + interval '1 millisecond')
            where id = ${id} and workspace_id = ${workspaceId} and ${hasVersion(versions)}
              and ${fits} and ${hasRoom}
            returning ${columns}, revised_at = updated_at as has_revision
          ) ${withPin(pin)}
          select * from changed`
        if (row) {
          const { hasRevision, ...map } = row
          if (hasRevision) await dropRevisions(sql, map, limits)
          return { map }
        }
        const [found] = await sql<{ hasVersion: boolean; neededBytes: number; hasRoom: boolean }[]>`
          select ${hasVersion(versions)} as has_version, ${bytes} as needed_bytes, ${hasRoom} as has_room from maps
          where id = ${id} and workspace_id = ${workspaceId}`
        if (!found) return 'not found'
        if (!found.hasVersion) return 'version differs'
        if (found.neededBytes > maxBytes) return { neededBytes: found.neededBytes }
        return found.hasRoom ? undefined : 'too many bytes'
      }
      return inTurn(
        limits.maxBytes ?? ANY_BYTES,
        (maxBytes) => retryUntilExplained(() => update(maxBytes)),
        (nodeBytes ?? 0) + (edgeBytes ?? 0),
      )
    },

    /**
     * Deletes a map; with `versions`, only while the map has one of them. A history of hundreds of MiB goes before it, in several statements: a map
     * that is changed meanwhile, and then has another version, has lost some of it.
     */
    async remove(
      workspaceId: string,
      id: string,
      versions?: readonly number[],
    ): Promise<'removed' | 'not found' | 'version differs'> {
      if (!isMapId(id)) return 'not found'
      const isDeletable = fragment`id = ${id} and workspace_id = ${workspaceId} and ${hasVersion(versions)}`
      await dropLongHistory(sql, id, isDeletable)
      const rows = await sql`delete from maps where ${isDeletable} returning id`
      if (rows.length > 0) return 'removed'
      if (!versions) return 'not found'
      const found = await sql`select 1 from maps where id = ${id} and workspace_id = ${workspaceId}`
      return found.length > 0 ? 'version differs' : 'not found'
    },
  }

  function hasVersion(versions: readonly number[] | undefined) {
    return versions ? fragment`version = any(${arrayText(versions)}::bigint[])` : fragment`true`
  }
}
