import type { PlanName } from '@maps/shared/plans'
import { type Client, fragment, type Sql } from './postgres.ts'

/** A workspace with its plan. */
export interface Workspace {
  id: string
  name: string
  plan: PlanName
  createdAt: Date
}

/** Makes the queries of the workspaces table. Workspaces are found by name. */
export function createWorkspaceStore(sql: Sql) {
  const columns = fragment`id, name, plan, created_at as "createdAt"`
  return {
    /** @returns undefined where the name is taken */
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
    /** @returns whether there is such a workspace */
    async setPlan(name: string, plan: PlanName): Promise<boolean> {
      const rows = await sql`update workspaces set plan = ${plan} where name = ${name} returning id`
      return rows.length > 0
    },
    /** @returns false where there is no such workspace, or the new name is taken */
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
export interface Holdings {
  maps: number
  tokens: number
}

/** Counts the maps and tokens of a workspace that exists. */
export async function holdingsOf(sql: Sql, { id }: Workspace): Promise<Holdings> {
  const [holdings] = await sql<Holdings[]>`
    select map_count as maps, (select count(*)::int from tokens where workspace_id = workspaces.id) as tokens
    from workspaces where id = ${id}`
  return holdings!
}

/** Deletes a workspace with its maps and tokens in one transaction. @returns how many of them it deleted */
export async function deleteWithHoldings(sql: Client, { id }: Workspace): Promise<Holdings> {
  return sql.begin(async (transaction) => {
    // It takes as long as it takes: the role's limits do not hold here. The counts go with the workspace.
    await transaction`set local statement_timeout = 0`
    await transaction`set local maps.recounts = 'on'`
    // Maps first, as the gateway locks them: the other way round, both could wait for each other.
    const maps = await transaction`delete from maps where workspace_id = ${id}`
    const tokens = await transaction`delete from tokens where workspace_id = ${id}`
    await transaction`delete from workspaces where id = ${id}`
    return { maps: maps.count, tokens: tokens.count }
  })
}
