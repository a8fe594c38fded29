import { setTimeout as sleep } from 'node:timers/promises'
import type { LogEntry, ServiceProcess } from '../rig/service-process.ts'
import type { Fleet } from './fleet.ts'

/** The exports that a worker has begun, by its own account. It needs LOG_LEVEL=debug. */
export function begunBy({ logs }: ServiceProcess): LogEntry[] {
  return logs.filter((it) => it.msg === 'render started')
}

/** How many exports the workers of a fleet have begun. Log lines may arrive a little later than the answers they are about. */
export async function countRenders({ workers }: Fleet): Promise<number> {
  await sleep(500)
  return workers.started.flatMap(begunBy).length
}

/** The maps that a worker has in hand: begun, and neither finished nor given up. */
export function inHandOf(worker: ServiceProcess): string[] {
  const over = new Set(worker.logs.filter((it) => isEnd(it)).map((it) => it.key))
  return begunBy(worker)
    .filter((it) => !over.has(it.key))
    .map((it) => String(it.mapId))
}

/** The maps of the jobs that a worker holds. */
export function heldBy({ logs }: ServiceProcess): string[] {
  const held = new Map<unknown, string>()
  for (const { msg, key, mapId } of logs) {
    if (msg === 'job started') held.set(key, String(mapId))
    if (msg === 'job ended') held.delete(key)
  }
  return [...held.values()]
}

function isEnd({ msg }: LogEntry): boolean {
  return msg === 'export' || msg === 'export refused' || msg === 'export failed'
}
