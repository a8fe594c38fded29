import type { PageFile, PageGlobals, WriterGlobals } from '../page-globals.ts'

/** Hands over a page's pictures to Node in a file. The DevTools protocol would cost several times as much (decision 5). */
export interface Handoff {
  /** Overwrites the previous bytes in the file. */
  put(content: Blob | readonly Bytes[]): Promise<HandoffResult>
}

/** Number of bytes written, or the reason why writing failed, which is not the picture's fault. */
export type HandoffResult = number | string

type Bytes = Uint8Array<ArrayBuffer>

/** The first message to the writer thread. */
interface Opening {
  /** Name and first content of the file. Node finds the file by this content. */
  marker: string
  responses: WritableStream<HandoffResult>
}

/**
 * Opens the file in a dedicated worker, since only a worker can write such files. The worker responds through a stream: events do
 * not reach a page whose scripts are disabled. The function is sent to the page as source text, so it must not use
 * anything outside itself.
 *
 * @param writer the script of the dedicated worker
 */
export async function openHandoff(page: PageGlobals, writer: string, marker: string): Promise<Handoff> {
  const thread = new page.Worker(URL.createObjectURL(new Blob([writer])))
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

/** The script of the dedicated worker, sent to it as source text. It opens the file, then writes the bytes of each message. */
export function runWriter(thread: WriterGlobals): void {
  let file: PageFile
  let responses: WritableStreamDefaultWriter<HandoffResult>

  async function open(opening: Opening): Promise<number> {
    responses = opening.responses.getWriter()
    const folder = await thread.navigator.storage.getDirectory()
    const handle = await folder.getFileHandle(opening.marker, { create: true })
    file = await handle.createSyncAccessHandle()
    return write([new TextEncoder().encode(opening.marker)])
  }

  function write(chunks: readonly Uint8Array[]): number {
    let end = 0
    for (const chunk of chunks) end += file.write(chunk, { at: end })
    return end
  }

  async function respond(message: Opening | readonly Bytes[]): Promise<void> {
    let result: HandoffResult
    try {
      result = 'marker' in message ? await open(message) : write(message)
    } catch (error) {
      result = String(error)
    }
    await responses.write(result)
  }

  thread.addEventListener('message', ({ data }) => void respond(data as Opening | readonly Bytes[]))
}
