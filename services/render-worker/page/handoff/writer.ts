import type { HandoffResult } from '../painter-api.ts'

/** Bytes that messages can transfer. */
export type Bytes = Uint8Array<ArrayBuffer>

/** The first message to the writer. */
export interface Opening {
  /** Name and first content of the file. Node finds the file by this content. */
  marker: string
  responses: WritableStream<HandoffResult>
}

/** The file of the handoff (https://fs.spec.whatwg.org/#api-filesystemsyncaccesshandle). */
export type WritableFile = Pick<FileSystemSyncAccessHandle, 'write'>

/** Responds to a message: an opening, then the chunks of each picture. */
export type Respond = (message: Opening | readonly Bytes[]) => Promise<void>

/** Creates a writer, which opens its file and then writes the bytes of each message from the first byte on. */
export function createWriter(openFile: (name: string) => Promise<WritableFile>): Respond {
  let file: WritableFile
  let responses: WritableStreamDefaultWriter<HandoffResult>

  async function open(opening: Opening): Promise<number> {
    responses = opening.responses.getWriter()
    file = await openFile(opening.marker)
    return write([new TextEncoder().encode(opening.marker)])
  }

  function write(chunks: readonly Bytes[]): number {
    let end = 0
    for (const chunk of chunks) end += file.write(chunk, { at: end })
    return end
  }

  return async (message) => {
    let result: HandoffResult
    try {
      result = 'marker' in message ? await open(message) : write(message)
    } catch (error) {
      result = String(error)
    }
    await responses.write(result)
  }
}
