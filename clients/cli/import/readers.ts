import { basename, dirname, resolve } from 'node:path'
import { UsageError } from '../failure.ts'
import { STANDARD_STREAM } from '../files.ts'
import { readCompose } from './compose/compose.ts'
import type { Drawing, ImportInput } from './drawing.ts'
import { readStructurizr } from './structurizr/structurizr.ts'

/** The readers of files of other tools, by the kind of file. */
export const drawingReaders = {
  compose: readCompose,
  structurizr: readStructurizr,
} as const satisfies Record<string, (input: ImportInput) => Drawing | Promise<Drawing>>
/** A kind of file of another tool. */
export type DrawingKind = keyof typeof drawingReaders

/** Name of the folder of a file, which is Compose's default name of a project. */
export function folderNameOf(file: string): string {
  if (file === STANDARD_STREAM) throw new UsageError('The input has no name for the map: give --name.')
  return basename(dirname(resolve(file)))
}
