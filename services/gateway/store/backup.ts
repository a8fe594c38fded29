import { SetupError } from '@maps/shared/config'
import { mapIdIn, newShareId } from '@maps/shared/ids'
import { mapFields } from '@maps/shared/map'
import { columnsOf, type StoredMap } from './stored-map.ts'
import {
  type Client,
  fragment,
  type Fragment,
  liftTimeLimits,
  runTransaction,
  type TransactionSql,
} from './postgres.ts'

/** The fields of a map that a backup keeps: all that clients see, without the workspace. */
export const backupFields = mapFields.filter((it) => it !== 'workspaceId')
/** A map of a backup, why its current version was made, and its pinned layout, as JSON text. */
export type BackupMap = Pick<StoredMap, (typeof backupFields)[number]> & { note: string | null; pin: string | null }

/** An earlier version of a map of a backup. It expires never, or at a time. */
export interface BackupRevision extends Pick<
  StoredMap,
  'version' | 'name' | 'isPublic' | 'nodes' | 'edges' | 'createdAt'
> {
  mapId: string
  note: string | null
  expiresAt: Date | null
}

/** Maximum number of maps that a backup reads or writes at a time. */
export const BATCH_SIZE = 8
/** Maximum size of the nodes and edges of these maps, unless a single one is larger. The driver holds them several times. */
export const BATCH_BYTES = 8 * 1024 ** 2

/** The outcome of restoring a map: whether its id was free. A map that is there already stays unchanged. */
export type RestoreOutcome = 'with its id' | 'with a new id' | 'there already'

/** Runs `read` in one snapshot of the database, in which later writes are invisible. */
export async function readSnapshot(sql: Client, read: (sql: TransactionSql) => Promise<void>): Promise<void> {
  const work = async (snapshot: TransactionSql): Promise<void> => {
    await liftTimeLimits(snapshot)
    await read(snapshot)
  }
  await runTransaction(sql, work, 'isolation level repeatable read read only')
}

/** Creates the queries that read and restore all maps of a workspace, within a transaction. */
export function createBackupStore(sql: TransactionSql) {
  /** Inserts a map. @returns false if its id was taken */
  async function insert(workspaceId: string, map: Omit<BackupMap, 'id'>, id: string): Promise<boolean> {
    const { name, isPublic, nodes, edges, createdAt, updatedAt, note, pin } = map
    // The version is the seconds since 2025, which exceed any earlier version of this map, so that no old ETag matches.
    const inserted = await sql`
      insert into maps (id, workspace_id, name, is_public, share_id, nodes, edges, version, created_at, updated_at, note)
      values (
        ${id}, ${workspaceId}, ${name}, ${isPublic}, ${isPublic ? newShareId() : null},
        ${nodes}, ${edges}, extract(epoch from now() - '2025-01-01Z'::timestamptz), ${createdAt}, ${updatedAt}, ${note}
      )
      on conflict (id) do nothing
      returning id`
    const isNew = inserted.length > 0
    if (isNew && pin !== null)
      await sql`insert into map_layouts (map_id, workspace_id, pin) values (${id}, ${workspaceId}, ${pin})`
    return isNew
  }

  /** Reads rows of a query in batches. Each cursor has a name of its own: the driver takes the columns of a statement from its first run. */
  async function* readRows<Row extends object>(
    table: 'maps' | 'map_revisions',
    workspaceId: string,
    query: Fragment,
  ): AsyncGenerator<Row> {
    const cursor = `${table}_of_backup`
    const [largest] = await sql<{ bytes: number }[]>`
      select coalesce(max(octet_length(nodes) + octet_length(edges)), 1) as bytes from ${sql(table)} where workspace_id = ${workspaceId}`
    const size = Math.max(1, Math.min(BATCH_SIZE, Math.floor(BATCH_BYTES / largest!.bytes)))
    await sql`declare ${sql(cursor)} no scroll cursor for ${query}`
    for (;;) {
      const batch = await sql<Row[]>`fetch ${sql.unsafe(`${size}`)} from ${sql(cursor)}`
      if (batch.length === 0) return
      yield* batch
    }
  }

  return {
    /** Counts the maps of the workspace and their earlier versions. */
    async count(workspaceId: string): Promise<{ maps: number; revisions: number }> {
      const [row] = await sql<{ maps: number; revisions: number }[]>`
        select (select count(*)::int from maps where workspace_id = ${workspaceId}) as maps,
          (select count(*)::int from map_revisions where workspace_id = ${workspaceId}) as revisions`
      return row!
    },

    /** Reads all maps of the workspace, newest update first. */
    read(workspaceId: string): AsyncGenerator<BackupMap> {
      return readRows(
        'maps',
        workspaceId,
        fragment`
        select ${columnsOf(backupFields)}, note, (select pin from map_layouts where map_id = maps.id) as pin
        from maps where workspace_id = ${workspaceId}
        order by updated_at desc, id desc`,
      )
    },

    /** Reads the earlier versions of all maps of the workspace, oldest first. */
    readRevisions(workspaceId: string): AsyncGenerator<BackupRevision> {
      return readRows(
        'map_revisions',
        workspaceId,
        fragment`
        select map_id, version, name, is_public, nodes, edges, created_at, note, expires_at
        from map_revisions where workspace_id = ${workspaceId}
        order by map_id, version`,
      )
    },

    /**
     * Inserts a map, under a new id if another workspace uses its id: the same for each import into this workspace. A map that exists in the
     * workspace stays unchanged, and gets no id.
     */
    async restore(workspaceId: string, map: BackupMap): Promise<{ outcome: RestoreOutcome; id?: string }> {
      const ownerOf = async (id: string): Promise<string | undefined> =>
        (await sql<{ workspaceId: string }[]>`select workspace_id from maps where id = ${id}`)[0]?.workspaceId
      // Another workspace may have the id of the copy, too: its own backup has been imported elsewhere.
      let copyId = mapIdIn(workspaceId, map.id)
      for (let owner = await ownerOf(copyId); owner !== undefined; owner = await ownerOf(copyId)) {
        if (owner === workspaceId) return { outcome: 'there already' }
        copyId = mapIdIn(workspaceId, copyId)
      }
      if (await insert(workspaceId, map, map.id)) return { outcome: 'with its id', id: map.id }
      if ((await ownerOf(map.id)) === workspaceId) return { outcome: 'there already' }
      if (await insert(workspaceId, map, copyId)) return { outcome: 'with a new id', id: copyId }
      throw new SetupError(`The id ${copyId} was taken at the same moment: import again.`)
    },

    /** Inserts an earlier version of a map that was restored with that id. @returns false if the map has that version already */
    async restoreRevision(workspaceId: string, id: string, revision: BackupRevision): Promise<boolean> {
      const { version, name, isPublic, nodes, edges, createdAt, note, expiresAt } = revision
      const rows = await sql`
        insert into map_revisions
          (map_id, version, workspace_id, name, is_public, nodes, edges, node_count, edge_count, created_at, note, expires_at)
        select ${id}, ${version}, ${workspaceId}, ${name}, ${isPublic}, nodes, edges,
          json_array_length(nodes::json), json_array_length(edges::json), ${createdAt}, ${note}, ${expiresAt}
        from (select ${nodes}::text as nodes, ${edges}::text as edges) as texts
        on conflict do nothing
        returning version`
      await sql`
        update maps set version = ${version} + 1
        where id = ${id} and workspace_id = ${workspaceId} and version <= ${version}`
      return rows.length > 0
    },

    /** Stops updating the workspace's counters in this transaction; `recount` must follow. */
    async suspendCounters(): Promise<void> {
      await sql`set local maps.recounts = 'on'`
    },

    /** Recomputes the workspace's counters from its maps. */
    async recount(workspaceId: string): Promise<void> {
      // The lock waits for all writers of the row, so that the count includes their maps.
      await sql`select from workspaces where id = ${workspaceId} for no key update`
      await sql`
        update workspaces set
          (map_count, stored_bytes) = (
            select count(*), coalesce(sum(octet_length(nodes) + octet_length(edges) + coalesce(octet_length(pin), 0)), 0)
            from maps left join map_layouts on map_id = id where maps.workspace_id = ${workspaceId}
          ),
          (revision_count, revision_bytes) = (
            select count(*), coalesce(sum(octet_length(nodes) + octet_length(edges)), 0)
            from map_revisions where workspace_id = ${workspaceId}
          )
        where id = ${workspaceId}`
    },
  }
}
