import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { readTextInput, replaceFile } from '../files.ts'
import { parseMapFile } from '../map-file.ts'
import { arrange, type Drag } from './arrange.ts'

/** Changes of a map file by hand. Each one waits for those before it. */
export interface FileChanges {
  /** Writes a drag. @returns the hash of the text that the file then has. @throws Failure if the file has not the text of the drag */
  arrange(drag: Drag): Promise<string>
  /** Takes back the last drag that was not taken back. @throws Failure if the file has changed since */
  undo(): Promise<void>
  canUndo(): boolean
}

/** Creates the writer of changes of a file. */
export function createFileChanges(context: Context, file: string): FileChanges {
  /** Texts of the file before and after each drag. */
  const changes: { before: string; after: string }[] = []
  let previous: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = previous.then(change)
    previous = result.catch(() => undefined)
    return result
  }

  /** Reads the file. @throws Failure if its text has another hash */
  async function read(expected: string): Promise<string> {
    const text = await readTextInput(context, file)
    if (hashOf(text) !== expected) throw new Failure('The file has changed since: nothing was written.')
    return text
  }

  return {
    canUndo: () => changes.length > 0,
    arrange: (drag) =>
      inTurn(async () => {
        const before = await read(drag.textHash)
        const after = arrange(before, parseMapFile(file, before).content.nodes ?? [], drag)
        if (after !== before) {
          await replaceFile(file, after)
          changes.push({ before, after })
        }
        return hashOf(after)
      }),
    undo: () =>
      inTurn(async () => {
        const last = changes.at(-1)
        if (!last) return
        await read(hashOf(last.after))
        await replaceFile(file, last.before)
        changes.pop()
      }),
  }
}

/** The hash by which a page names a text of the file. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
