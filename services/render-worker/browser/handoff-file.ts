import { constants } from 'node:fs'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The file in which a page hands over its pictures. It is already unlinked, so its content is deleted with its last open descriptor. */
export interface HandoffFile extends AsyncDisposable {
  /**
   * Reads the first `length` bytes into a buffer that the next call reuses: a new buffer per picture would dominate the cost of garbage collection.
   *
   * @throws if the file has fewer bytes
   */
  read(length: number): Promise<Buffer>
}

/**
 * Finds, opens and unlinks the file whose content is the marker of a page. Chromium chooses the path of a page's file within its profile
 * (https://fs.spec.whatwg.org/ leaves that open).
 *
 * @throws if no file in the folder contains the marker, or if a file cannot be read
 */
export async function openHandoffFile(folder: string, marker: string): Promise<HandoffFile> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const file = await openIfHolding(path, marker)
    if (!file) continue
    await rm(path).catch((error: unknown) => closeAndThrow(file, error))
    return handoffFileOn(file)
  }
  throw new Error('Chromium keeps the files of its pages where they are not found')
}

/** Opens the file if its content is exactly the marker. */
async function openIfHolding(path: string, marker: string): Promise<FileHandle | undefined> {
  // Chromium may delete its own files meanwhile.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(ignoreMissing)
  if (!file) return undefined
  const isHolding = async (): Promise<boolean> => {
    const { size } = await file.stat()
    return size === marker.length && (await file.readFile('latin1')) === marker
  }
  if (await isHolding().catch((error: unknown) => closeAndThrow(file, error))) return file
  await file.close()
  return undefined
}

async function closeAndThrow(file: FileHandle, error: unknown): Promise<never> {
  await file.close()
  throw error
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function handoffFileOn(file: FileHandle): HandoffFile {
  let buffer = Buffer.alloc(0)
  return {
    async read(length) {
      if (buffer.length < length) buffer = Buffer.allocUnsafeSlow(length)
      const { bytesRead } = await file.read(buffer, 0, length, 0)
      if (bytesRead !== length) throw new Error(`a picture of ${length} bytes has only ${bytesRead}`)
      return buffer.subarray(0, length)
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}
