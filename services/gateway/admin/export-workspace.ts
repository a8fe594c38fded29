import { createBackupStore } from '../store/backup.ts'
import type { TransactionSql } from '../store/postgres.ts'
import { headerLine, mapLine, revisionLine } from './backup-file.ts'
import { findWorkspace } from './find-workspace.ts'

/**
 * Writes a workspace, its maps and their earlier versions as the lines of a backup.
 * @throws SetupError if the workspace does not exist
 */
export async function* exportWorkspace(sql: TransactionSql, name: string): AsyncGenerator<string> {
  const workspace = await findWorkspace(sql, name)
  const backup = createBackupStore(sql)
  yield headerLine({ ...workspace, ...(await backup.count(workspace.id)) })
  for await (const map of backup.read(workspace.id)) yield mapLine(map)
  for await (const revision of backup.readRevisions(workspace.id)) yield revisionLine(revision)
}
