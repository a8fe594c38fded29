import type { HandoffResult } from '../painter-api.ts'
import type { Bytes, Opening } from './writer.ts'

/** Hands over a page's pictures to Node in a file. The DevTools protocol would cost several times as much (decision 5). */
export interface Handoff {
  /** Overwrites the previous bytes in the file. */
  put(content: Blob | readonly Bytes[]): Promise<HandoffResult>
}

/**
 * Opens the file in the writer's thread, since only a dedicated worker can write such files. The thread responds through a stream: events
 * do not reach a page whose scripts are disabled.
 */
export async function openHandoff(thread: Pick<Worker, 'postMessage'>, marker: string): Promise<Handoff> {
  const { readable, writable } = new TransformStream<HandoffResult, HandoffResult>()
  const responses = readable.getReader()

  async function nextResponse(): Promise<HandoffResult> {
    const { value } = await responses.read()
    return value ?? 'the thread that writes has ended'
  }

  const opening: Opening = { marker, responses: writable }
  thread.postMessage(opening, [writable])
  const opened = await nextResponse()
  if (typeof opened === 'string') throw new Error(opened)
  return {
    async put(content) {
      try {
        const chunks = content instanceof Blob ? [new Uint8Array(await content.arrayBuffer())] : content
        const buffers = chunks.map((it) => it.buffer)
        thread.postMessage(chunks, buffers)
        return await nextResponse()
      } catch (error) {
        return String(error)
      }
    },
  }
}
