import type { PageFile, PageGlobals, WriterGlobals } from '../page-globals.ts'

/** Hands a page's pictures over to Node in a file: through the DevTools protocol they cost several times as much (decision 5). */
export interface Handoff {
  /** Writes these bytes over the last ones. */
  put(content: Blob | readonly Bytes[]): Promise<HandoffResult>
}

/** The number of bytes written, or else why they could not be written, which is no fault of the picture. */
export type HandoffResult = number | string

type Bytes = Uint8Array<ArrayBuffer>

/** The first message to the thread that writes. */
interface Opening {
  /** The file's name and its first content, by which Node finds it. */
  marker: string
  answers: WritableStream<HandoffResult>
}

/**
 * Opens the file in a dedicated worker, which alone may write such files. The worker answers by a stream, since events do not reach a page
 * whose scripts are disabled. This function is sent to the page as source text, so it must not
 * use anything outside of itself.
 *
 * @param writer the script of the dedicated worker
 */
export async function openHandoff(page: PageGlobals, writer: string, marker: string): Promise<Handoff> {
  const thread = new page.Worker(URL.createObjectURL(new Blob([writer])))
  const { readable, writable } = new TransformStream<HandoffResult, HandoffResult>()
  const answers = readable.getReader()

  async function answered(): Promise<HandoffResult> {
    const { value } = await answers.read()
    return value ?? 'the thread that writes has ended'
  }

  const opening: Opening = { marker, answers: writable }
  thread.postMessage(opening, [writable])
  const opened = await answered()
  if (typeof opened === 'string') throw new Error(opened)
  return {
    async put(content) {
      try {
        const chunks = content instanceof Blob ? [new Uint8Array(await content.arrayBuffer())] : content
        const buffers = chunks.map((it) => it.buffer)
        thread.postMessage(chunks, buffers)
        return await answered()
      } catch (error) {
        return String(error)
      }
    },
  }
}

/** The script of the dedicated worker, sent to it as source text: it opens the file, then writes the bytes of each message. */
export function runWriter(thread: WriterGlobals): void {
  let file: PageFile
  let answers: WritableStreamDefaultWriter<HandoffResult>

  async function open(opening: Opening): Promise<number> {
    answers = opening.answers.getWriter()
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

  async function answer(message: Opening | readonly Bytes[]): Promise<void> {
    let result: HandoffResult
    try {
      result = 'marker' in message ? await open(message) : write(message)
    } catch (error) {
      result = String(error)
    }
    await answers.write(result)
  }

  thread.addEventListener('message', ({ data }) => void answer(data as Opening | readonly Bytes[]))
}
