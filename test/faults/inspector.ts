import type { LogEntry } from '../rig/service-process.ts'

/** Environment that opens a service's inspector on a free port. Node logs the address. */
export const inspectEnv = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Counts of live resources in a Node process after a garbage collection, by kind. */
export type ResourceCounts = Readonly<Record<string, number>>

/** A connection to the inspector of a running Node process. */
export interface Inspector extends AsyncDisposable {
  /** Reads the used heap after a garbage collection. */
  readHeapMb(): Promise<number>
  /** Counts listeners, timers, and objects of requests, jobs and pages. It walks the whole heap, which is slow. */
  countResources(): Promise<ResourceCounts>
  /** Evaluates an expression in the process after a garbage collection. */
  evaluate(expression: string): Promise<unknown>
}

interface Reply {
  id: number
  result?: { usedSize?: number; objects?: { objectId: string }; result?: { objectId?: string; value?: unknown } }
  error?: { message: string }
}

/** Classes of Node, BullMQ and Puppeteer whose instances are counted. */
const classes = ['IncomingMessage', 'ServerResponse', 'Job', 'CdpPage', 'CdpCDPSession', 'AbortController']

/** Runs in the process, on an array of all its objects. */
const COUNT_FUNCTION = `function () {
  const classes = ${JSON.stringify(classes)}
  const counts = Object.fromEntries(['listeners', ...classes].map((it) => [it, 0]))
  for (const it of this) {
    const name = Object.getPrototypeOf(it)?.constructor?.name
    if (classes.includes(name)) counts[name]++
    if (!Object.hasOwn(it, '_events') || typeof it.eventNames !== 'function') continue
    for (const event of it.eventNames()) counts.listeners += it.listenerCount(event)
  }
  counts.timers = process.getActiveResourcesInfo().filter((it) => it === 'Timeout').length
  return counts
}`

/** Connects to a process that was started with `inspectEnv`, at the address in its logs. */
export async function openInspector(logs: readonly LogEntry[]): Promise<Inspector> {
  const address = logs.map((it) => /listening on (ws:\S+)/.exec(it.msg ?? '')?.[1]).find((it) => it !== undefined)
  if (address === undefined) throw new Error('the process has no inspector')
  const socket = new WebSocket(address)
  const pending = new Map<number, (reply: Reply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    pending.get(reply.id)?.(reply)
    pending.delete(reply.id)
  })
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>()
  socket.addEventListener('open', () => resolve())
  socket.addEventListener('error', () => reject(new Error(`no inspector at ${address}`)))
  await opened

  let lastId = 0
  async function send(method: string, params: object = {}): Promise<NonNullable<Reply['result']>> {
    const id = ++lastId
    const { promise, resolve: settle } = Promise.withResolvers<Reply>()
    pending.set(id, settle)
    socket.send(JSON.stringify({ id, method, params: { objectGroup: 'look', ...params } }))
    const { result, error } = await promise
    if (!result) throw new Error(`${method}: ${error?.message}`)
    return result
  }

  return {
    async readHeapMb() {
      await send('HeapProfiler.collectGarbage')
      const { usedSize } = await send('Runtime.getHeapUsage')
      return usedSize! / 2 ** 20
    },
    async countResources() {
      await send('HeapProfiler.collectGarbage')
      const { result } = await send('Runtime.evaluate', { expression: 'Object.prototype' })
      const { objects } = await send('Runtime.queryObjects', { prototypeObjectId: result!.objectId })
      const call = { objectId: objects!.objectId, functionDeclaration: COUNT_FUNCTION, returnByValue: true }
      const counted = await send('Runtime.callFunctionOn', call)
      await send('Runtime.releaseObjectGroup')
      return counted.result!.value as ResourceCounts
    },
    async evaluate(expression) {
      await send('HeapProfiler.collectGarbage')
      return (await send('Runtime.evaluate', { expression, returnByValue: true })).result!.value
    },
    async [Symbol.asyncDispose]() {
      socket.close()
    },
  }
}
