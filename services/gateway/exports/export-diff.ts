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
  const from = await readOlder(context, map, query.base === undefined ? 'from' : 'base', async () => {
    const older = query.from ?? (query.base === undefined ? await findVersionBefore(context, map) : undefined)
    // A picture is drawn with the pin of the older map.
    return getVersion(context, query.base ?? map.id, older, EXPORT_COPIES, recordOf(format).isDrawn)
  })
  const options = writeOptions({ ...query, from: from.version, to: map.version })
  const { exportsInFlight } = context.caller.plan
  return { file: await fetchExport(context, map, { format, options, from }, exportsInFlight, deadline), map }
}
