import { PlanLimit } from '@maps/shared/errors'
import { type Deadline, deadlineIn } from '@maps/shared/deadline'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { type ExportFormat, type FileFormat, fileFormatTable, recordOf } from '@maps/shared/file-formats'
import type { PlanName } from '@maps/shared/plans'
import type { Exporter, ExportInputs } from './exporter.ts'
import type { ExportedFile } from './recent-files.ts'
import type { RequestContext } from '../http/route.ts'
import type { MapStore } from '../store/maps.ts'
import type { StoredMap } from '../store/stored-map.ts'
import { getMap } from '../maps/workspace-maps.ts'
import { mapJson } from '../maps/map-json.ts'

/** How many times an export holds its map: its texts, and the JSON for the worker. */
export const EXPORT_COPIES = 2

/** The context of an export: its request, and the services that it uses. */
export interface ExportContext extends RequestContext {
  maps: MapStore
  exporter: Exporter
}

/**
 * Reads a map of the caller's workspace and exports it within the caller's plan.
 * @param options of the format, checked, in the form of a query string
 * @throws ServiceError 403, 404, or what the exporter throws
 */
export async function exportMapById(
  context: ExportContext,
  id: string,
  format: FileFormat,
  options: Record<string, string>,
): Promise<{ file: ExportedFile; map: StoredMap }> {
  const deadline = deadlineIn(EXPORT_DEADLINE_MS)
  const map = await getMap(context, id, EXPORT_COPIES, recordOf(format).isDrawn)
  return { file: await exportMap(context, map, format, options, deadline), map }
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
  deadline?: Deadline,
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
interface FileRequest extends Pick<ExportInputs, 'format' | 'options' | 'isForPublicLink'> {
  from?: StoredMap
}

/**
 * Gets the file of a map, and sets both for the access log. Until then, the request holds the map, or both.
 * @param quota most exports of the map's workspace at a time
 * @throws ServiceError from the exporter; Unavailable if the client's requests hold too many bytes
 */
export async function fetchExport(
  { exporter, requestId, markAsExport, setLoggedMap, signal, hold }: Omit<ExportContext, 'maps' | 'caller'>,
  map: StoredMap,
  { from, ...fileRequest }: FileRequest,
  quota: number,
  deadline = deadlineIn(EXPORT_DEADLINE_MS),
): Promise<ExportedFile> {
  markAsExport()
  const { workspaceId, id: mapId } = map
  // Both maps have the layout of the older one.
  const pin = (from ?? map).pin ?? undefined
  // No wait for room: each request that waits would hold its map.
  const release = hold(EXPORT_COPIES * (mapBytes(map) + (from ? mapBytes(from) : 0)))
  try {
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
  } finally {
    release()
  }
}

/** Bytes of a map's nodes and edges, and of its pinned positions if they were read. */
export function mapBytes(map: StoredMap): number {
  return elementBytes(map) + Buffer.byteLength(map.pin ?? '')
}

/** Bytes of a map's nodes and edges. */
export function elementBytes({ nodes, edges }: Pick<StoredMap, 'nodes' | 'edges'>): number {
  return Buffer.byteLength(nodes) + Buffer.byteLength(edges)
}

/** 403: the plan does not include this format. */
export function formatNotInPlan(format: string, planName: PlanName, formats: readonly ExportFormat[]): PlanLimit {
  return new PlanLimit(`The ${planName} plan does not include ${format}; it has ${formats.join(', ')}.`)
}
