import type { PlanName } from '@maps/shared/plans'
import { type Client, fragment, liftTimeLimits, runTransaction, type Sql } from './postgres.ts'

/** A workspace with its plan. */
export interface Workspace {
  id: string
  name: string
  plan: PlanName
  createdAt: Date
}

/** Creates the queries of the workspaces table, which find workspaces by name. */
export function createWorkspaceStore(sql: Sql) {
  const columns = fragment`id, name, plan, created_at`
  return {
    /** Creates a workspace. @returns undefined if the name is taken */
    async create(name: string, plan: PlanName): Promise<Workspace | undefined> {
      const [row] = await sql<Workspace[]>`
        insert into workspaces (name, plan) values (${name}, ${plan})
        on conflict (name) do nothing
        returning ${columns}`
      return row
    },
    async find(name: string): Promise<Workspace | undefined> {
      const [row] = await sql<Workspace[]>`select ${columns} from workspaces where name = ${name}`
      return row
    },
    /** Sets the plan of a workspace. @returns false if the workspace does not exist */
    async setPlan(name: string, plan: PlanName): Promise<boolean> {
      const rows = await sql`update workspaces set plan = ${plan} where name = ${name} returning id`
      return rows.length > 0
    },
    /** Renames a workspace. @returns false if the workspace does not exist, or the new name is taken */
    async rename(name: string, newName: string): Promise<boolean> {
      const rows = await sql`
        update workspaces set name = ${newName}
        where name = ${name} and not exists (select from workspaces where name = ${newName})
        returning id`
      return rows.length > 0
    },
    async list(): Promise<Workspace[]> {
      return sql<Workspace[]>`select ${columns} from workspaces order by name`
    },
  }
}

/** Numbers of maps and tokens of a workspace. */
export interface WorkspaceCounts {
  maps: number
  tokens: number
}

/** Counts the maps and tokens of a workspace that exists. */
export async function countContents(sql: Sql, { id }: Workspace): Promise<WorkspaceCounts> {
  const [counts] = await sql<WorkspaceCounts[]>`
    select map_count as maps, (select count(*)::int from tokens where workspace_id = workspaces.id) as tokens
    from workspaces where id = ${id}`
  return counts!
}

/** Deletes a workspace with its maps and tokens in one transaction. @returns the numbers of deleted maps and tokens */
export async function deleteWithContents(sql: Client, { id }: Workspace): Promise<WorkspaceCounts> {
  return runTransaction(sql, async (transaction) => {
    await liftTimeLimits(transaction)
    // The counters are not updated, since they are deleted with the workspace.
    await transaction`set local maps.recounts = 'on'`
    // Maps first, which is the lock order of the gateway: the reverse order could deadlock.
    const maps = await transaction`delete from maps where workspace_id = ${id}`
    const tokens = await transaction`delete from tokens where workspace_id = ${id}`
    await transaction`delete from workspaces where id = ${id}`
    return { maps: maps.count, tokens: tokens.count }
  })
}
