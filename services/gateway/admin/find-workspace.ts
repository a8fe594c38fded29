import { SetupError } from '@maps/shared/config'
import type { Sql } from '../store/postgres.ts'
import { createWorkspaceStore, type Workspace } from '../store/workspaces.ts'

/** Finds a workspace by its name. @throws SetupError if it does not exist */
export async function findWorkspace(sql: Sql, name: string): Promise<Workspace> {
  const found = await createWorkspaceStore(sql).find(name)
  if (found) return found
  throw noWorkspace(name)
}

/** The error for a name that no workspace has. */
export function noWorkspace(name: string): SetupError {
  return new SetupError(`There is no workspace named ${name}. See: admin workspace list`)
}
