import type { MessagePort } from 'node:worker_threads'
import type { CanvasCalls, PackedPicture } from '../canvas.ts'

/** A call to Chromium from a thread. Only the main thread is connected to Chromium. */
type CanvasRequest = { id: number } & ({ runs: string } | { picture: PackedPicture })
type CanvasReply = { id: number } & ({ result: string | Uint8Array } | { error: Pick<Error, 'message' | 'stack'> })

/** The main thread's end: answers what is asked through a port, until the signal is aborted. */
export function hostCanvas(port: MessagePort, canvas: CanvasCalls, signal: AbortSignal): void {
  async function answer(question: CanvasRequest): Promise<void> {
    const { id } = question
    try {
      const result =
        'runs' in question
          ? await canvas.measureTexts(question.runs, signal)
          : ownBytes(await canvas.paintPicture(question.picture, signal))
      send({ id, result }, typeof result === 'string' ? [] : [result.buffer])
    } catch (error) {
      const { message, stack } = error as Error
      send({ id, error: { message, ...(stack && { stack }) } })
    }
  }

  function send(message: CanvasReply, transfer: ArrayBuffer[] = []): void {
    port.postMessage(message, transfer)
  }

  port.on('message', (question: CanvasRequest) => void answer(question))
}

/** A render thread's end of the port. */
export interface CanvasClient extends CanvasCalls {
  askThrough(port: MessagePort): void
}

/** Makes a thread's end, which has no port yet. */
export function createCanvasClient(): CanvasClient {
  const open = new Map<number, PromiseWithResolvers<string | Uint8Array>>()
  let asked = 0
  let current: MessagePort | undefined

  function ask(question: { runs: string } | { picture: PackedPicture }): Promise<string | Uint8Array> {
    const answered = Promise.withResolvers<string | Uint8Array>()
    const id = asked++
    open.set(id, answered)
    current!.postMessage({ id, ...question } satisfies CanvasRequest)
    return answered.promise
  }

  return {
    askThrough(port) {
      current = port
      port.on('message', (answer: CanvasReply) => {
        const { resolve, reject } = open.get(answer.id)!
        open.delete(answer.id)
        if ('error' in answer) reject(Object.assign(new Error(), answer.error))
        else resolve(answer.result)
      })
    },
    measureTexts: async (runs) => (await ask({ runs })) as string,
    paintPicture: async (picture) => bufferOf((await ask({ picture })) as Uint8Array),
  }
}

/** The bytes in a buffer of their own, which can be transferred to another thread. */
export function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
  return isWhole ? new Uint8Array(buffer) : Uint8Array.from(bytes)
}

/** A Buffer over bytes that another thread transferred. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
