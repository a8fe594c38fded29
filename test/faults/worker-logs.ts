import { setTimeout as sleep } from 'node:timers/promises'
import type { LogEntry, ServiceProcess } from '../rig/service-process.ts'
import type { Fleet } from './fleet.ts'

const endMessages = new Set<unknown>(['export', 'export refused', 'export failed'])

/** Finds the log lines of a worker's started renders. The worker needs LOG_LEVEL=debug. */
export function startedRenders({ logs }: ServiceProcess): LogEntry[] {
  return logs.filter((it) => it.msg === 'render started')
}

/** Counts the started renders of all workers in a fleet. It waits first: a log line may arrive after the response. */
export async function countRenders({ workers }: Fleet): Promise<number> {
  await sleep(500)
  return workers.started.flatMap(startedRenders).length
}

/** Finds the ids of the maps that a worker is rendering: started, and neither finished nor failed. */
export function renderingMaps(worker: ServiceProcess): string[] {
  const ended = new Set(worker.logs.filter(({ msg }) => endMessages.has(msg)).map((it) => it.key))
  return startedRenders(worker)
    .filter((it) => !ended.has(it.key))
    .map((it) => String(it.mapId))
}

/** Finds the ids of the maps of a worker's active jobs. */
export function activeMaps({ logs }: ServiceProcess): string[] {
  const active = new Map<unknown, string>()
  for (const { msg, key, mapId } of logs) {
    if (msg === 'job started') active.set(key, String(mapId))
    if (msg === 'job ended') active.delete(key)
  }
  return [...active.values()]
}
