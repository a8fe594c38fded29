import type { PageFile, PageGlobals, WriterGlobals } from '../page-globals.ts'

/**
 * Where a page leaves what it made: a file of its own, which Node reads. Through the DevTools protocol a picture costs ten
 * times as much (decision 5).
 */
export interface Handoff {
  /** Puts these bytes where the last ones were. */
  put(content: Blob | readonly Bytes[]): Promise<HandoffResult>
}

/** How many bytes were written, or why they could not be, which is no fault of theirs. */
export type HandoffResult = number | string

type Bytes = Uint8Array<ArrayBuffer>

/** @param token the file's name and its first content, by which Node finds it */
interface Opening {
  token: string
  answers: WritableStream<HandoffResult>
}

/**
 * Only a thread beside the page's own may write such a file. Its answers come as a stream, since events do not reach a page
 * whose scripts are disabled. It runs in the page, reaching it as the text of this very function, so everything it uses
 * stands inside it.
 *
 * @param writer the script of that thread
 */
export async function openHandoff(page: PageGlobals, writer: string, token: string): Promise<Handoff> {
  const thread = new page.Worker(URL.createObjectURL(new Blob([writer])))
  const { readable, writable } = new TransformStream<HandoffResult, HandoffResult>()
  const answers = readable.getReader()

  async function answered(): Promise<HandoffResult> {
    const { value } = await answers.read()
    return value ?? 'the thread that writes has ended'
  }

  const opening: Opening = { token, answers: writable }
  thread.postMessage(opening, [writable])
  const opened = await answered()
  if (typeof opened === 'string') throw new Error(opened)
  return {
    async put(content) {
      try {
        const parts = content instanceof Blob ? [new Uint8Array(await content.arrayBuffer())] : content
        const buffers = parts.map((it) => it.buffer)
        thread.postMessage(parts, buffers)
        return await answered()
      } catch (error) {
        return String(error)
      }
    },
  }
}

/** All that the thread does: first it opens the file, then it writes what comes. Its text is its script. */
export function runWriter(thread: WriterGlobals): void {
  let file: PageFile
  let answers: WritableStreamDefaultWriter<HandoffResult>

  async function open(opening: Opening): Promise<number> {
    answers = opening.answers.getWriter()
    const folder = await thread.navigator.storage.getDirectory()
    const handle = await folder.getFileHandle(opening.token, { create: true })
    file = await handle.createSyncAccessHandle()
    return write([new TextEncoder().encode(opening.token)])
  }

  function write(parts: readonly Uint8Array[]): number {
    let end = 0
    for (const part of parts) end += file.write(part, { at: end })
    return end
  }

  async function obey(message: Opening | readonly Bytes[]): Promise<void> {
    let answer: HandoffResult
    try {
      answer = 'token' in message ? await open(message) : write(message)
    } catch (error) {
      answer = String(error)
    }
    await answers.write(answer)
  }

  thread.addEventListener('message', ({ data }) => void obey(data as Opening | readonly Bytes[]))
}
