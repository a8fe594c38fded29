import type { PlanName } from '@maps/shared/plans'
import { fragment, type Sql } from './postgres.ts'

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
