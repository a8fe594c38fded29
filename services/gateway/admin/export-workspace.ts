import { SetupError } from '@maps/shared/config'
import { createBackupStore } from '../store/backup.ts'
import type { TransactionSql } from '../store/postgres.ts'
import { createWorkspaceStore } from '../store/workspaces.ts'
import { headerLine, mapLine } from './backup-file.ts'

/**
 * A workspace and its maps as the lines of a backup.
 * @throws SetupError where there is no such workspace
 */
export async function* exportWorkspace(sql: TransactionSql, name: string): AsyncGenerator<string> {
  const workspace = await createWorkspaceStore(sql).find(name)
  if (!workspace) throw new SetupError(`There is no workspace named ${name}. See: admin workspace list`)
  const backup = createBackupStore(sql)
  yield headerLine({ ...workspace, maps: await backup.count(workspace.id) })
  for await (const map of backup.read(workspace.id)) yield mapLine(map)
}
