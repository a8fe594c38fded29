import { allSettledOrThrow } from '@maps/shared/all-settled'
import { SetupError } from '@maps/shared/config'
import type { PlanName } from '@maps/shared/plans'
import { type BackupMap, BATCH_BYTES, BATCH_SIZE, createBackupStore, type RestoreOutcome } from '../store/backup.ts'
import { liftTimeLimits, type TransactionSql } from '../store/postgres.ts'
import { createWorkspaceStore, type Workspace } from '../store/workspaces.ts'
import { type BackupHeader, type BackupLine, readBackup } from './backup-file.ts'
import { checkName } from './check-name.ts'
import { findWorkspace } from './find-workspace.ts'

/** Target of an import: an existing workspace (`into`), or a new one with this name and plan in place of the backup's. */
export interface ImportTarget {
  into?: string
  name?: string
  plan?: PlanName
}

/** Name of the workspace of an import, and the number of maps by their outcome. */
export interface ImportOutcome {
  workspace: string
  counts: Record<RestoreOutcome, number>
}

/**
 * Imports the maps of a backup into a workspace within a transaction.
 * @throws SetupError for a damaged file, a missing workspace, or a new one whose name is taken
 */
export async function importWorkspace(
  sql: TransactionSql,
  file: AsyncIterable<Buffer>,
  target: ImportTarget,
): Promise<ImportOutcome> {
  await liftTimeLimits(sql)
  const { header, maps, revisions } = await readBackup(file)
  const workspace = await (target.into === undefined
    ? createWorkspace(sql, header, target)
    : findWorkspace(sql, target.into))
  const backup = createBackupStore(sql)
  await backup.suspendCounters()
  const counts = { 'with its id': 0, 'with a new id': 0, 'there already': 0 }
  /** Ids of the file with those of the restored maps. A map that was there already has none. */
  const ids = new Map<string, string | undefined>()
  for await (const batch of inBatches(maps)) {
    // A query that began after the rollback of the transaction would be outside of it.
    await allSettledOrThrow(
      batch.map(async ({ number, content: map }) => {
        if (ids.has(map.id)) throw repeated(number, 'id')
        ids.set(map.id, undefined)
        const { outcome, id } = await backup.restore(workspace.id, map)
        counts[outcome]++
        ids.set(map.id, id)
      }),
    )
  }
  for await (const batch of inBatches(revisions)) {
    await allSettledOrThrow(
      batch.map(async ({ number, content: revision }) => {
        if (!ids.has(revision.mapId)) throw new SetupError(`Line ${number}: mapId must be the id of a line before`)
        const id = ids.get(revision.mapId)
        if (id === undefined) return
        if (!(await backup.restoreRevision(workspace.id, id, revision))) throw repeated(number, 'version')
      }),
    )
  }
  await backup.recount(workspace.id)
  return { workspace: workspace.name, counts }
}

/** Groups lines into batches: for single lines, round trips would take most of the time. Larger lines make smaller batches, down to one line. */
async function* inBatches<Line extends BackupLine<Pick<BackupMap, 'nodes' | 'edges'>>>(
  lines: AsyncIterable<Line>,
): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  let batchBytes = 0
  for await (const line of lines) {
    const bytes = Buffer.byteLength(line.content.nodes) + Buffer.byteLength(line.content.edges)
    if (batch.length === BATCH_SIZE || batchBytes + bytes > BATCH_BYTES) {
      yield batch
      batch = []
      batchBytes = 0
    }
    batch.push(line)
    batchBytes += bytes
  }
  yield batch
}

function repeated(number: number, field: string): SetupError {
  return new SetupError(`Line ${number}: ${field} must be unique, but a line before has the same`)
}

/** Describes the outcome of an import for the operator. */
export function describeImport({ workspace, counts }: ImportOutcome): string {
  const added = counts['with its id'] + counts['with a new id']
  const sentences = [`Maps added to ${workspace}: ${added}.`]
  if (counts['with a new id'] > 0)
    sentences.push(`With a new id, because theirs was taken: ${counts['with a new id']}.`)
  if (counts['there already'] > 0) sentences.push(`There already, and left as they are: ${counts['there already']}.`)
  return sentences.join(' ')
}

async function createWorkspace(sql: TransactionSql, header: BackupHeader, target: ImportTarget): Promise<Workspace> {
  const name = checkName(target.name ?? header.name)
  const created = await createWorkspaceStore(sql).create(name, target.plan ?? header.plan)
  if (created) return created
  throw new SetupError(
    `There is a workspace named ${name} already. Give another name (--name), or add the maps to it (--into ${name}).`,
  )
}
