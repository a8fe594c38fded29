import { MAX_MEGABYTES } from '../../services/gateway/exports/recent-files.ts'
import { openInspector } from '../faults/inspector.ts'
import type { ServiceProcess } from '../rig/service-process.ts'

/** Memory and connections that a service retains. */
export interface RetainedMemory {
  /** Heap and external memory after a garbage collection. */
  megabytes: number
  /** TCP connections of clients, and those to Postgres and Redis. */
  connections: number
}

const expression = `(() => {
  const { heapUsed, external } = process.memoryUsage()
  const connections = process.getActiveResourcesInfo().filter((it) => it === 'TCPSocketWrap').length
  return { megabytes: Math.round((heapUsed + external) / 1024 ** 2), connections }
})()`

/** Measures a service that was started with `inspectEnv`. */
export async function measureRetainedMemory({ logs }: ServiceProcess): Promise<RetainedMemory> {
  await using inspector = await openInspector(logs)
  return (await inspector.evaluate(expression)) as RetainedMemory
}

/** Growth that is no leak: closing connections, compiled code, and the cache of recent files. */
const TOLERANCE = { megabytes: 20 + MAX_MEGABYTES, connections: 20 }

/** Whether memory or connections have grown by more than the tolerance. */
export function hasGrown(before: RetainedMemory, after: RetainedMemory): boolean {
  const megabytes = after.megabytes - before.megabytes
  return megabytes > TOLERANCE.megabytes || after.connections - before.connections > TOLERANCE.connections
}

/** Formats a measurement. */
export function describeRetainedMemory({ megabytes, connections }: RetainedMemory): string {
  return `${megabytes} MB and ${connections} connections`
}
