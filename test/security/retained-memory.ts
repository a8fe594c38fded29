import { once } from 'node:events'
import { MAX_MEGABYTES } from '../../services/gateway/exports/recent-files.ts'
import type { ServiceProcess } from '../rig/service-process.ts'

/** Lets a service be asked for the memory that it retains. */
export const askable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

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

/** What a service that was started as `askable` holds on to. */
export async function retainedBy({ logs }: ServiceProcess): Promise<RetainedMemory> {
  const told = logs.map(({ msg = '' }) => /^Debugger listening on (ws:\S+)/.exec(msg)?.[1])
  const socket = new WebSocket(told.find((it) => it !== undefined)!)
  await once(socket, 'open')
  const call = async (method: string, params: object = {}): Promise<unknown> => {
    const answered = once(socket, 'message')
    socket.send(JSON.stringify({ id: 1, method, params }))
    const [{ data }] = (await answered) as [{ data: string }]
    return JSON.parse(data)
  }
  await call('HeapProfiler.collectGarbage')
  const answer = await call('Runtime.evaluate', { expression, returnByValue: true })
  socket.close()
  return (answer as { result: { result: { value: RetainedMemory } } }).result.result.value
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
