import type { LogEntry, ServiceProcess } from '../rig/service-process.ts'

/** The exports that a worker has begun, by its own account. It needs LOG_LEVEL=debug. */
export function begunBy({ logs }: ServiceProcess): LogEntry[] {
  return logs.filter((it) => it.msg === 'export taken')
}

/** The maps that a worker has in hand: begun, and neither finished nor given up. */
export function inHandOf(worker: ServiceProcess): string[] {
  const over = new Set(worker.logs.filter((it) => isEnd(it)).map((it) => it.key))
  return begunBy(worker)
    .filter((it) => !over.has(it.key))
    .map((it) => String(it.mapId))
}

/** Whether a worker that is no more had taken an export of this map and not ended it, be it only to see who had died of it before. */
export function diedWith(mapId: string, worker: ServiceProcess): boolean {
  const ofMap = worker.logs.filter((it) => it.mapId === mapId)
  return ofMap.some((it) => it.msg?.startsWith('export taken')) && !ofMap.some(isEnd)
}

function isEnd({ msg = '' }: LogEntry): boolean {
  return msg === 'export' || msg === 'export refused' || msg === 'export failed' || msg.startsWith('export given up')
}
