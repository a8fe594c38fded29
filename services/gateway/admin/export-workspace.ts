import { createBackupStore } from '../store/backup.ts'
import type { TransactionSql } from '../store/postgres.ts'
import { headerLine, mapLine } from './backup-file.ts'
import { findWorkspace } from './find-workspace.ts'

/**
 * Writes a workspace and its maps as the lines of a backup.
 * @throws SetupError if the workspace does not exist
 */
export async function* exportWorkspace(sql: TransactionSql, name: string): AsyncGenerator<string> {
  const workspace = await findWorkspace(sql, name)
  const backup = createBackupStore(sql)
  yield headerLine({ ...workspace, maps: await backup.count(workspace.id) })
  for await (const map of backup.read(workspace.id)) yield mapLine(map)
}
