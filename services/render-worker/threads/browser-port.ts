import type { MessagePort } from 'node:worker_threads'
import type { BrowserTransport, PaintRequest } from '../browser-api.ts'

type Call = { runs: string } | { picture: PaintRequest }
type BrowserRequest = { id: number } & Call
type BrowserReply = { id: number } & ({ result: string | Uint8Array } | { error: Pick<Error, 'message' | 'stack'> })

/** Runs the browser calls of a render thread: only the main thread is connected to Chromium. The signal aborts the calls. */
export function serveBrowserCalls(port: MessagePort, transport: BrowserTransport, signal: AbortSignal): void {
  async function run(call: Call): Promise<string | Uint8Array<ArrayBuffer>> {
    if ('runs' in call) return transport.measureTexts(call.runs, signal)
    return toTransferable(await transport.paintPicture(call.picture, signal))
  }

  async function reply({ id, ...call }: BrowserRequest): Promise<void> {
    try {
      const result = await run(call)
      send({ id, result }, typeof result === 'string' ? [] : [result.buffer])
    } catch (error) {
      const { message, stack } = error as Error
      send({ id, error: { message, ...(stack && { stack }) } })
    }
  }

  function send(message: BrowserReply, transfer: ArrayBuffer[] = []): void {
    port.postMessage(message, transfer)
  }

  port.on('message', (request: BrowserRequest) => void reply(request))
}

/** The transport of a render thread, which sends calls through a port to the main thread. */
export interface PortTransport extends BrowserTransport {
  /** Sends all further calls through this port. */
  connect(port: MessagePort): void
}

/** Creates a transport that is not connected yet. */
export function createPortTransport(): PortTransport {
  const pending = new Map<number, PromiseWithResolvers<string | Uint8Array>>()
  let lastId = 0
  let current: MessagePort | undefined

  function send(call: Call, transfer: ArrayBuffer[] = []): Promise<string | Uint8Array> {
    const reply = Promise.withResolvers<string | Uint8Array>()
    const id = ++lastId
    pending.set(id, reply)
    current!.postMessage({ id, ...call } satisfies BrowserRequest, transfer)
    return reply.promise
  }

  return {
    connect(port) {
      current = port
      port.on('message', (reply: BrowserReply) => {
        const { resolve, reject } = pending.get(reply.id)!
        pending.delete(reply.id)
        if ('error' in reply) reject(Object.assign(new Error(), reply.error))
        else resolve(reply.result)
      })
    },
    measureTexts: async (runs) => (await send({ runs })) as string,
    paintPicture: async (picture) => wrapTransferred((await send({ picture }, [picture.drawing.buffer])) as Uint8Array),
  }
}

/** The bytes in an ArrayBuffer of their own, which can be transferred to another thread. Copies them if necessary. */
export function toTransferable(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
  return isWhole ? new Uint8Array(buffer) : Uint8Array.from(bytes)
}

/** A Buffer on the memory of transferred bytes. */
export function wrapTransferred({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
