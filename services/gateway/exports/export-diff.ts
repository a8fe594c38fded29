import { deadlineIn } from '@maps/shared/deadline'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { type DiffFormat, type ExportOptions, recordOf, writeOptions } from '@maps/shared/file-formats'
import { findVersionBefore, getVersion } from '../maps/revisions.ts'
import type { StoredMap } from '../store/stored-map.ts'
import { EXPORT_COPIES, type ExportContext, fetchExport, readOlder, refuseFormatOutOfPlan } from './export-map.ts'
import type { ExportedFile } from './recent-files.ts'

/**
 * Exports what differs from an older version of a map, or from another map, within the caller's plan.
 * @param query options of the format, checked
 * @throws ServiceError 400 for maps that are too large together, 403, 404, or what the exporter throws
 */
export async function exportDiffById(
  context: ExportContext,
  id: string,
  format: DiffFormat,
  query: ExportOptions<DiffFormat>,
): Promise<{ file: ExportedFile; map: StoredMap }> {
  const deadline = deadlineIn(EXPORT_DEADLINE_MS)
  const map = await getVersion(context, id, query.to, EXPORT_COPIES)
  refuseFormatOutOfPlan(context, format)
  const from = await readOlder(context, map, query.base === undefined ? 'from' : 'base', () =>
    getOlder(context, map, query, recordOf(format).isDrawn),
  )
  const options = writeOptions({ ...query, from: from.version, to: map.version })
  const { exportsInFlight } = context.caller.plan
  return { file: await fetchExport(context, map, { format, options, from }, exportsInFlight, deadline), map }
}

/** Reads the older map, for a picture with its pin. */
async function getOlder(
  context: ExportContext,
  map: StoredMap,
  { base, from }: ExportOptions<DiffFormat>,
  hasPin: boolean | undefined,
): Promise<StoredMap> {
  if (base !== undefined) return getVersion(context, base, from, EXPORT_COPIES, hasPin)
  const older = from ?? (await findVersionBefore(context, map))
  return getVersion(context, map.id, older, EXPORT_COPIES, hasPin)
}
