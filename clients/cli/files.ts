import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ExportedFile } from '../typescript/index.ts'
import type { Context } from './context.ts'
import { Failure } from './failure.ts'
import { fileFailure } from './file-failure.ts'
import { plain } from './output.ts'

/** The file name that stands for standard input or output. */
export const STANDARD_STREAM = '-'

/** Keeps a byte order mark, so that a text that is written again has the same bytes. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The name of an input file in messages. */
export function nameOfInput(file: string): string {
  return file === STANDARD_STREAM ? 'The input' : file
}

/** Reads a file, or standard input for `-`. @throws Failure that names the file, or the signal's reason */
export async function readInput({ stdin, signal }: Context, file: string): Promise<Buffer> {
  if (file === STANDARD_STREAM) return buffer(stdin)
  try {
    return await readFile(file, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw fileFailure(file, 'read', error)
  }
}

/** Reads a text file, or standard input for `-`. @throws Failure that names a file that cannot be read, or is no UTF-8 */
export async function readTextInput(context: Context, file: string): Promise<string> {
  return decodeText(nameOfInput(file), await readInput(context, file))
}

/** Decodes the text of a file. @throws Failure that names the source if it is no UTF-8 */
export function decodeText(source: string, bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new Failure(`${source} is no text in UTF-8.`, undefined, { cause })
  }
}

/** Permissions of a new file and of new parent folders; by default those of the user's umask. */
interface NewFileModes {
  file?: number
  folder?: number
}

/**
 * Writes a file atomically, and creates its parent folders. The draft has a random name and is created exclusively: in a shared folder, other
 * users cannot place a link where it is written. A device or a pipe is written to, and a file that is mounted by itself: it cannot be replaced.
 * @throws Failure that names the file
 */
export async function writeAtomically(
  file: string,
  content: string | Uint8Array,
  modes: NewFileModes = {},
): Promise<void> {
  // The name of the file may be as long as the disk permits.
  const draft = join(dirname(file), `${randomUUID()}.part`)
  try {
    if (await isDevice(file)) return await writeFile(file, content)
    await mkdir(dirname(file), { recursive: true, mode: modes.folder })
    await writeFile(draft, content, { flag: 'wx', mode: modes.file })
    // The umask may have taken permissions away.
    if (modes.file !== undefined) await chmod(draft, modes.file)
    await rename(draft, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EBUSY') throw error
      if (modes.file !== undefined) await chmod(file, modes.file)
      await writeFile(file, content)
      await rm(draft)
    })
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw fileFailure(file, 'written', error)
  }
}

/**
 * Writes a file that the user names, atomically. A link stays, and so do the permissions of the file that is there.
 * @throws Failure that names the file
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  if (await isDevice(file)) return writeAtomically(file, content)
  const target = await targetOf(file)
  const found = await stat(target).catch(() => undefined)
  await writeAtomically(target, content, found && { file: found.mode & 0o777 })
}

/** The file to which a path leads, also if it is missing. */
async function targetOf(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch {
    const link = await readlink(file).catch(() => undefined)
    return link === undefined ? file : resolve(dirname(file), link)
  }
}

/** Whether a path leads to a device, a pipe or a socket, or stands among them, as /dev/stdout does. */
async function isDevice(file: string): Promise<boolean> {
  if (/^\/(?:dev|proc)\//.test(resolve(file))) return true
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

/** Creates a file. @throws Failure if the file exists or cannot be written */
export async function createFile(file: string, content: string | Uint8Array): Promise<void> {
  if (await createIfMissing(file, content)) return
  throw new Failure(`${file} is there already. Write over it, or to another file, with --output.`)
}

/**
 * Writes an exported file under the name that was given, or under its own into this folder, where it replaces none.
 * @returns the name
 */
export async function saveExport(
  { fileName, bytes }: Pick<ExportedFile, 'fileName' | 'bytes'>,
  output: string | undefined,
): Promise<string> {
  const file = output ?? plain(basename(fileName))
  await (output === undefined ? createFile : replaceFile)(file, bytes)
  return file
}

/** Creates a file with its folders, unless it exists. @returns whether it is new. @throws Failure if it cannot be written */
export async function createIfMissing(file: string, content: string | Uint8Array): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    // A folder on the path that is a file has the same code.
    if (code === 'EEXIST' && syscall === 'open') return false
    throw fileFailure(file, 'written', error)
  }
}
