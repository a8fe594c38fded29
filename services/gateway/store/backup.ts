import { newShareId } from '@maps/shared/ids'
import { mapFields } from '@maps/shared/map'
import { columnsOf, type StoredMap } from './stored-map.ts'
import type { Client, TransactionSql } from './postgres.ts'

/** The fields of a map that a backup keeps: all that clients see, without the workspace. */
export const backupFields = mapFields.filter((it) => it !== 'workspaceId')
/** A map of a backup. */
export type BackupMap = Pick<StoredMap, (typeof backupFields)[number]>

/** Number of maps that a backup reads or writes at a time; each may have several megabytes. */
export const BATCH_SIZE = 8

/** The outcome of restoring a map. */
export type RestoreOutcome = 'with its id' | 'with a new id' | 'there already'

/** Runs `read` in one snapshot of the database, in which later writes are invisible. */
export async function readSnapshot(sql: Client, read: (sql: TransactionSql) => Promise<void>): Promise<void> {
  await sql.begin('isolation level repeatable read read only', read)
}

/** Creates the queries that read and restore all maps of a workspace, within a transaction. */
export function createBackupStore(sql: TransactionSql) {
  /** Inserts a map; a null id means a new one. @returns whether the id was free */
  async function insert(workspaceId: string, map: Omit<BackupMap, 'id'>, id: string | null): Promise<boolean> {
    const { name, isPublic, nodes, edges, createdAt, updatedAt } = map
    // The version is the minutes since 1970, which exceed any earlier version of this map, so that no old ETag matches.
    const rows = await sql`
      insert into maps (id, workspace_id, name, is_public, share_id, nodes, edges, version, created_at, updated_at)
      values (
        coalesce(${id}::uuid, uuidv7()), ${workspaceId}, ${name}, ${isPublic}, ${isPublic ? newShareId() : null},
        ${nodes}, ${edges}, extract(epoch from now()) / 60, ${createdAt}, ${updatedAt}
      )
      on conflict (id) do nothing
      returning id`
    return rows.length > 0
  }

  return {
    async count(workspaceId: string): Promise<number> {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from maps where workspace_id = ${workspaceId}`
      return row!.count
    },

    /** Reads all maps of the workspace, newest update first. */
    async *read(workspaceId: string): AsyncGenerator<BackupMap> {
      await sql`
        declare backup no scroll cursor for
        select ${columnsOf(backupFields)}
        from maps where workspace_id = ${workspaceId}
        order by updated_at desc, id desc`
      for (;;) {
        const batch = await sql<BackupMap[]>`fetch ${sql.unsafe(`${BATCH_SIZE}`)} from backup`
        if (batch.length === 0) return
        yield* batch
      }
    },

    /** Inserts a map, under a new id if another workspace uses its id. A map that exists in the workspace stays unchanged. */
    async restore(workspaceId: string, map: BackupMap): Promise<RestoreOutcome> {
      if (await insert(workspaceId, map, map.id)) return 'with its id'
      const own = await sql`select 1 from maps where id = ${map.id} and workspace_id = ${workspaceId}`
      if (own.length > 0) return 'there already'
      await insert(workspaceId, map, null)
      return 'with a new id'
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
        update workspaces set (map_count, stored_bytes) = (
          select count(*), coalesce(sum(octet_length(nodes) + octet_length(edges)), 0)
          from maps where workspace_id = ${workspaceId}
        ) where id = ${workspaceId}`
    },
  }
}
