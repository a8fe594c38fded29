import { MAX_MEGABYTES } from '../../services/gateway/exports/recent-files.ts'
import { openInspector } from '../faults/inspector.ts'
import type { ServiceProcess } from '../rig/service-process.ts'

export interface RetainedMemory {
  /** Without garbage. */
  megabytes: number
  /** Of every kind: clients', and those to Postgres and Redis. */
  connections: number
}

const expression = `(() => {
  const { heapUsed, external } = process.memoryUsage()
  const connections = process.getActiveResourcesInfo().filter((it) => it === 'TCPSocketWrap').length
  return { megabytes: Math.round((heapUsed + external) / 1024 ** 2), connections }
})()`

/** What a service that was started with `inspected` holds on to. */
export async function retainedBy({ logs }: ServiceProcess): Promise<RetainedMemory> {
  await using inspector = await openInspector(logs)
  return (await inspector.evaluate(expression)) as RetainedMemory
}

/** What is still being closed, what the service has learned meanwhile, and the files that it keeps. */
const ROOM = { megabytes: 20 + MAX_MEGABYTES, connections: 20 }

/** Whether a service holds on to what it should have given back. */
export function retainsMore(before: RetainedMemory, after: RetainedMemory): boolean {
  return (
    after.megabytes > before.megabytes + ROOM.megabytes || after.connections > before.connections + ROOM.connections
  )
}

export function retainedText({ megabytes, connections }: RetainedMemory): string {
  return `${megabytes} MB and ${connections} connections`
}
