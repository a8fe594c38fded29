import { deadlineIn } from '@maps/shared/deadline'
import { InvalidRequest } from '@maps/shared/errors'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { type DiffFormat, type ExportOptions, recordOf, writeOptions } from '@maps/shared/file-formats'
import { MAX_JSON_BYTES } from '../http/body.ts'
import { findVersionBefore, getVersion } from '../maps/revisions.ts'
import type { StoredMap } from '../store/stored-map.ts'
import {
  elementBytes,
  EXPORT_COPIES,
  type ExportContext,
  fetchExport,
  mapBytes,
  refuseFormatOutOfPlan,
} from './export-map.ts'
import type { ExportedFile } from './recent-files.ts'

/**
 * Maximum bytes of the nodes and edges of two maps together: as many as one of the largest maps has. So the job of a diff takes no more
 * memory in Redis, and no more time on the event loop, than that of another file.
 */
const MAX_COMPARED_BYTES = 2 * MAX_JSON_BYTES

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
  refuseFormatOutOfPlan(context, format)
  const map = await getVersion(context, id, query.to, EXPORT_COPIES)
  const from = await getOlder(context, map, query, recordOf(format).isDrawn)
  refuseTooLarge(map, from, query)
  const options = writeOptions({ ...query, from: from.version, to: map.version })
  const { exportsInFlight } = context.caller.plan
  return { file: await fetchExport(context, map, { format, options, from }, exportsInFlight, deadline), map }
}

/** Reads the older map, for a picture with its pin, while the request holds the newer one. */
async function getOlder(
  context: ExportContext,
  map: StoredMap,
  { base, from }: ExportOptions<DiffFormat>,
  hasPin: boolean | undefined,
): Promise<StoredMap> {
  const release = context.hold(EXPORT_COPIES * mapBytes(map))
  try {
    if (base !== undefined) return await getVersion(context, base, from, EXPORT_COPIES, hasPin)
    const older = from ?? (await findVersionBefore(context, map))
    return await getVersion(context, map.id, older, EXPORT_COPIES, hasPin)
  } finally {
    release()
  }
}

function refuseTooLarge(map: StoredMap, from: StoredMap, { base }: ExportOptions<DiffFormat>): void {
  const bytes = elementBytes(map) + elementBytes(from)
  if (bytes <= MAX_COMPARED_BYTES) return
  const inMiB = (count: number): string => (count / 1024 ** 2).toFixed(1)
  throw new InvalidRequest('The two maps are too large to compare: see "fields".', {
    [base === undefined ? 'from' : 'base']:
      `must be smaller: both maps have ${inMiB(bytes)} MiB of nodes and edges together, and may have ${inMiB(MAX_COMPARED_BYTES)}`,
  })
}
