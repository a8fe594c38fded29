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

function isEnd({ msg }: LogEntry): boolean {
  return msg === 'export' || msg === 'export refused' || msg === 'export failed'
}
