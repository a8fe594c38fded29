import { constants } from 'node:fs'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The file that a page writes its pictures into. It has no name any more: its content goes with its last open descriptor. */
export interface HandoffFile extends AsyncDisposable {
  /**
   * Reads the first bytes into a buffer that the next call reuses: new buffers for pictures would be most of the cost of garbage collection.
   *
   * @throws where the file has fewer bytes than that
   */
  read(length: number): Promise<Buffer>
}

/**
 * Finds and opens the file of a page by the marker in it: Chromium gives the files of pages names of its own, somewhere in its profile
 * (https://fs.spec.whatwg.org/ leaves that open).
 *
 * @throws where no file in the folder holds the marker, or it cannot be read
 */
export async function openHandoffFile(folder: string, marker: string): Promise<HandoffFile> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const file = await openIfHolding(path, marker)
    if (!file) continue
    await rm(path)
    return handoffFileOn(file)
  }
  throw new Error('Chromium keeps the files of its pages where they are not found')
}

/** Opens the file, if it holds the marker and nothing else. */
async function openIfHolding(path: string, marker: string): Promise<FileHandle | undefined> {
  // Chromium may take away files of its own meanwhile.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(ignoreMissing)
  if (!file) return undefined
  const { size } = await file.stat()
  if (size === marker.length && (await file.readFile('latin1')) === marker) return file
  await file.close()
  return undefined
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function handoffFileOn(file: FileHandle): HandoffFile {
  let memory = Buffer.alloc(0)
  return {
    async read(length) {
      if (memory.length < length) memory = Buffer.allocUnsafeSlow(length)
      const { bytesRead } = await file.read(memory, 0, length, 0)
      if (bytesRead !== length) throw new Error(`a picture of ${length} bytes has only ${bytesRead}`)
      return memory.subarray(0, length)
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}
