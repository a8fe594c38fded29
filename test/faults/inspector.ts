import type { LogEntry } from '../rig/service-process.ts'

/** As part of a service's environment: it opens its inspector on a port of its own, and says where. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** What a Node process holds once its garbage is gone: how many of what. */
export type ResourceCounts = Readonly<Record<string, number>>

/** A look into a Node process that runs. */
export interface Inspector extends AsyncDisposable {
  /** Megabytes in use once the garbage is gone. */
  heapMb(): Promise<number>
  /** Its listeners, timers, and objects of which requests, jobs and pages are made. Takes a while. */
  resourceCounts(): Promise<ResourceCounts>
  /** The value of an expression in there, once the garbage is gone. */
  evaluate(expression: string): Promise<unknown>
}

interface Reply {
  id: number
  result?: { usedSize?: number; objects?: { objectId: string }; result?: { objectId?: string; value?: unknown } }
  error?: { message: string }
}

/** Of Node, BullMQ and Puppeteer. */
const classes = ['IncomingMessage', 'ServerResponse', 'Job', 'CdpPage', 'CdpCDPSession', 'AbortController']

/** Runs in the process, on all its objects. */
const COUNT = `function () {
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

/** @param logs of a process that was started with `inspected` */
export async function openInspector(logs: readonly LogEntry[]): Promise<Inspector> {
  const address = logs.map((it) => /listening on (ws:\S+)/.exec(it.msg ?? '')?.[1]).find((it) => it !== undefined)
  if (address === undefined) throw new Error('the process has no inspector')
  const socket = new WebSocket(address)
  const awaited = new Map<number, (reply: Reply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    awaited.get(reply.id)?.(reply)
    awaited.delete(reply.id)
  })
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>()
  socket.addEventListener('open', () => resolve())
  socket.addEventListener('error', () => reject(new Error(`no inspector at ${address}`)))
  await opened

  let lastId = 0
  async function send(method: string, params: object = {}): Promise<NonNullable<Reply['result']>> {
    const id = ++lastId
    const { promise, resolve: settle } = Promise.withResolvers<Reply>()
    awaited.set(id, settle)
    socket.send(JSON.stringify({ id, method, params: { objectGroup: 'look', ...params } }))
    const { result, error } = await promise
    if (!result) throw new Error(`${method}: ${error?.message}`)
    return result
  }

  return {
    async heapMb() {
      await send('HeapProfiler.collectGarbage')
      const { usedSize } = await send('Runtime.getHeapUsage')
      return usedSize! / 2 ** 20
    },
    async resourceCounts() {
      await send('HeapProfiler.collectGarbage')
      const { result } = await send('Runtime.evaluate', { expression: 'Object.prototype' })
      const { objects } = await send('Runtime.queryObjects', { prototypeObjectId: result!.objectId })
      const call = { objectId: objects!.objectId, functionDeclaration: COUNT, returnByValue: true }
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
