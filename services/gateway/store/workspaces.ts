import type { PlanName } from '@maps/shared/plans'
import { fragment, type Sql } from './postgres.ts'

/** A workspace with its plan. */
export interface Workspace {
  id: string
  name: string
  plan: PlanName
  createdAt: Date
}

/** Workspaces in the database, by their names. */
export interface WorkspaceStore {
  /** Returns undefined where the name is taken. */
  create(name: string, plan: PlanName): Promise<Workspace | undefined>
  find(name: string): Promise<Workspace | undefined>
  /** Returns whether there is such a workspace. */
  setPlan(name: string, plan: PlanName): Promise<boolean>
  /** Returns false where there is no such workspace, or the new name is taken. */
  rename(name: string, newName: string): Promise<boolean>
  list(): Promise<Workspace[]>
}

/** The queries of the workspaces table. */
export function createWorkspaceStore(sql: Sql): WorkspaceStore {
  const columns = fragment`id, name, plan, created_at as "createdAt"`
  return {
    async create(name, plan) {
      const [row] = await sql<Workspace[]>`
        insert into workspaces (name, plan) values (${name}, ${plan})
        on conflict (name) do nothing
        returning ${columns}`
      return row
    },
    async find(name) {
      const [row] = await sql<Workspace[]>`select ${columns} from workspaces where name = ${name}`
      return row
    },
    async setPlan(name, plan) {
      const rows = await sql`update workspaces set plan = ${plan} where name = ${name} returning id`
      return rows.length > 0
    },
    async rename(name, newName) {
      const rows = await sql`
        update workspaces set name = ${newName}
        where name = ${name} and not exists (select from workspaces where name = ${newName})
        returning id`
      return rows.length > 0
    },
    async list() {
      return sql<Workspace[]>`select ${columns} from workspaces order by name`
    },
  }
}
