import { readFile, stat } from 'node:fs/promises'
import { decodeText } from '../../files.ts'
import { MAX_YAML_BYTES } from './yaml.ts'

/** Reads a file that another one names. @param files collects its path. @returns undefined if there is none, or none that can be read as text in UTF-8 */
export async function readTextFile(path: string, files?: Set<string>): Promise<string | undefined> {
  files?.add(path)
  try {
    const found = await stat(path)
    // A device or a pipe may have no end.
    return found.isFile() && found.size <= MAX_YAML_BYTES ? decodeText(path, await readFile(path)) : undefined
  } catch {
    return undefined
  }
}
