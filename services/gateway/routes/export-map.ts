import { PlanLimit } from '@maps/shared/errors'
import { EXPORT_DEADLINE_MS, type ExportFormat, type FileFormat } from '@maps/shared/export-job'
import type { PlanName } from '@maps/shared/plans'
import type { Exporter } from '../exports/exporter.ts'
import type { ExportedFile } from '../exports/recent-files.ts'
import type { Caller, Subject } from '../http/exchange.ts'
import type { MapStore } from '../store/maps.ts'
import type { StoredMap } from '../store/stored-map.ts'
import { getMap } from './change-map.ts'
import { mapJson } from './map-json.ts'

/** The dependencies of exports. */
export interface ExportDependencies {
  maps: MapStore
  exporter: Exporter
}

/** The part of a handler's context that exports use. */
export interface ExportCall {
  caller: Caller
  requestId: string
  setSubject(subject: Subject): void
  signal(): AbortSignal
}

/**
 * Exports a map of the caller's workspace within its plan.
 * @param options of the format, checked, in the form of a query string
 * @throws ServiceError 403, 404, or what the exporter throws
 */
export async function exportMap(
  { maps, exporter }: ExportDependencies,
  call: ExportCall,
  id: string,
  format: FileFormat,
  options: Record<string, string>,
): Promise<{ file: ExportedFile; map: StoredMap }> {
  const deadline = Date.now() + EXPORT_DEADLINE_MS
  const map = await getMap(maps, call.caller, id)
  return { file: await deliverMap(exporter, call, map, format, options, deadline), map }
}

/**
 * Exports a map that need not be stored.
 * @param deadline Unix time in ms
 * @throws ServiceError 403, or what the exporter throws
 */
export async function deliverMap(
  exporter: Exporter,
  { caller, requestId, setSubject, signal }: ExportCall,
  map: StoredMap,
  format: FileFormat,
  options: Record<string, string>,
  deadline = Date.now() + EXPORT_DEADLINE_MS,
): Promise<ExportedFile> {
  const { plan, planName } = caller
  if (!plan.formats.includes(planFormatOf(format))) throw notIncluded(planFormatOf(format), planName, plan.formats)
  const { workspaceId, id: mapId } = map
  const order = await exporter.order({ format, options, workspaceId, mapId, map: mapJson(map) })
  setSubject({ mapId, key: order.key })
  return order.deliver({ quota: plan.exportsInFlight, deadline, requestId, signal: signal() })
}

/** The format that a plan must include for a file: PNG includes SVG. */
export function planFormatOf(format: FileFormat): ExportFormat {
  return format === 'svg' ? 'png' : format
}

/** 403: the plan has these formats and not that one. */
export function notIncluded(format: ExportFormat, planName: PlanName, formats: readonly ExportFormat[]): PlanLimit {
  return new PlanLimit(`The ${planName} plan does not include ${format}; it has ${formats.join(', ')}.`)
}
