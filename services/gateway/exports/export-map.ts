import { InvalidRequest, PlanLimit } from '@maps/shared/errors'
import { type Deadline, deadlineIn } from '@maps/shared/deadline'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { type ExportFormat, type FileFormat, fileFormatTable, recordOf } from '@maps/shared/file-formats'
import type { PlanName } from '@maps/shared/plans'
import type { Exporter, ExportInputs } from './exporter.ts'
import type { ExportedFile } from './recent-files.ts'
import { MAX_MAP_BYTES } from '../http/body.ts'
import type { RequestContext } from '../http/route.ts'
import type { MapStore } from '../store/maps.ts'
import { elementBytes, type StoredMap } from '../store/stored-map.ts'
import { getVersion } from '../maps/revisions.ts'
import { getMap } from '../maps/workspace-maps.ts'
import { mapJson } from '../maps/map-json.ts'

/** How many times an export holds its map: its texts, and the JSON for the worker. */
export const EXPORT_COPIES = 2
/**
 * Maximum bytes of the nodes and edges of two maps together: as many as the bodies of one map may have. So the job of a comparison takes no more
 * memory in Redis, and no more time on the event loop, than that of another file.
 */
const MAX_COMPARED_BYTES = MAX_MAP_BYTES

/** The context of an export: its request, and the services that it uses. */
export interface ExportContext extends RequestContext {
  maps: MapStore
  exporter: Exporter
}

/**
 * Reads a map of the caller's workspace, with the older version that the option `since` names, and exports it within the caller's plan.
 * @param options of the format, checked, in the form of a query string
 * @throws ServiceError 400 for maps that are too large together, 403, 404, or what the exporter throws
 */
export async function exportMapById(
  context: ExportContext,
  id: string,
  format: FileFormat,
  options: Record<string, string>,
): Promise<{ file: ExportedFile; map: StoredMap }> {
  const deadline = deadlineIn(EXPORT_DEADLINE_MS)
  const map = await getMap(context, id, EXPORT_COPIES, recordOf(format).isDrawn)
  const { since } = options
  if (since === undefined) return { file: await exportMap(context, map, format, options, deadline), map }
  refuseFormatOutOfPlan(context, format)
  const from = await readOlder(context, map, 'since', () => getVersion(context, id, Number(since), EXPORT_COPIES))
  const fileRequest = { format, options, from, version: map.version }
  return { file: await fetchExport(context, map, fileRequest, context.caller.plan.exportsInFlight, deadline), map }
}

/**
 * Reads an older map to compare with a map, while the request holds that one.
 * @param field option that names the older map
 * @throws ServiceError 400 for maps that are too large together, or what `read` throws
 */
export async function readOlder(
  { hold }: Pick<ExportContext, 'hold'>,
  map: StoredMap,
  field: string,
  read: () => Promise<StoredMap>,
): Promise<StoredMap> {
  using _ = hold(EXPORT_COPIES * mapBytes(map))
  const from = await read()
  refuseTooLarge(map, from, field)
  return from
}

/** Refuses to compare two maps that are too large together. @param field option that names the older map @throws InvalidRequest */
export function refuseTooLarge(map: StoredMap, from: StoredMap, field: string): void {
  const bytes = elementBytes(map) + elementBytes(from)
  if (bytes <= MAX_COMPARED_BYTES) return
  const inMiB = (count: number): string => (count / 1024 ** 2).toFixed(1)
  throw new InvalidRequest('The two maps are too large to compare: see "fields".', {
    [field]: `must be smaller: both maps have ${inMiB(bytes)} MiB of nodes and edges together, and may have ${inMiB(MAX_COMPARED_BYTES)}`,
  })
}

/**
 * Exports a map, stored or not, within the caller's plan.
 * @throws ServiceError 403, or what the exporter throws
 */
export async function exportMap(
  context: Omit<ExportContext, 'maps'>,
  map: StoredMap,
  format: FileFormat,
  options: Record<string, string>,
  deadline = deadlineIn(EXPORT_DEADLINE_MS),
): Promise<ExportedFile> {
  refuseFormatOutOfPlan(context, format)
  return fetchExport(context, map, { format, options }, context.caller.plan.exportsInFlight, deadline)
}

/** Checks a format against the caller's plan. @throws PlanLimit */
export function refuseFormatOutOfPlan(
  { caller: { plan, planName } }: Pick<ExportContext, 'caller'>,
  format: FileFormat,
) {
  const { planFormat } = fileFormatTable[format]
  if (!plan.formats.includes(planFormat)) throw formatNotInPlan(planFormat, planName, plan.formats)
}

/** A file of a map: its format and options, and the older map that it compares it with, if any. */
interface FileRequest extends Pick<ExportInputs, 'format' | 'options' | 'version' | 'isForPublicLink'> {
  from?: StoredMap
}

/**
 * Gets the file of a map, and tells the access log the map and the file's key. Until then, the request holds the map, and the older one.
 * @param quota most exports of the map's workspace at a time
 * @throws ServiceError from the exporter; Unavailable if the client's requests hold too many bytes
 */
export async function fetchExport(
  { exporter, requestId, markAsExport, setLoggedMap, signal, hold }: Omit<ExportContext, 'maps' | 'caller'>,
  map: StoredMap,
  { from, ...fileRequest }: FileRequest,
  quota: number,
  deadline: Deadline,
): Promise<ExportedFile> {
  markAsExport()
  const { workspaceId, id: mapId } = map
  // Both maps have the layout of the older one.
  const pin = (from ?? map).pin ?? undefined
  // No wait for room: each request that waits would hold its map.
  using _ = hold(EXPORT_COPIES * (mapBytes(map) + (from ? mapBytes(from) : 0)))
  const prepared = await exporter.prepare({
    ...fileRequest,
    ...(from && { from: mapJson(from) }),
    workspaceId,
    mapId,
    map: mapJson(map),
    ...(pin !== undefined && { pin }),
  })
  setLoggedMap({ workspaceId, mapId, key: prepared.key })
  return await prepared.getFile({ quota, deadline, requestId, signal: signal() })
}

/** Bytes of a map's nodes and edges, and of its pinned positions if they were read. */
function mapBytes(map: StoredMap): number {
  return elementBytes(map) + Buffer.byteLength(map.pin ?? '')
}

/** 403: the plan does not include this format. */
export function formatNotInPlan(format: string, planName: PlanName, formats: readonly ExportFormat[]): PlanLimit {
  return new PlanLimit(`The ${planName} plan does not include ${format}; it has ${formats.join(', ')}.`)
}
