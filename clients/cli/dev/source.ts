import { basename, dirname, extname, resolve } from 'node:path'
import type { MapsClient, NewMap } from '../../typescript/index.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { readTextInput } from '../files.ts'
import { findIdByName, findMapOfFile } from '../find-map.ts'
import type { Drawing } from '../import/drawing.ts'
import { type DrawingKind, drawingReaders, folderNameOf } from '../import/readers.ts'
import { saveDrawing } from '../import/save-drawing.ts'
import { isRecord, parseJson, parseMapFile } from '../map-file.ts'
import { type Saved, saveMap } from '../save-map.ts'

/** A file that a map is drawn from. */
export interface Source {
  /** Text of the file. */
  text: string
  map: NewMap
  /** Why services cannot be arranged by hand; undefined if the file has their positions. */
  fixedBecause: string | undefined
  /** Creates or updates the map in the service: what `maps push` or `maps import` does with the file. */
  push(maps: MapsClient): Promise<Saved>
}

/** A Failure of a text that has been read. */
export class SourceFault extends Failure {
  readonly sourceText: string

  constructor(text: string, cause: Failure) {
    super(cause.message, cause.exitCode, { cause })
    this.sourceText = text
  }
}

/**
 * Reads a map, a Compose file or a Structurizr workspace.
 * @param files gets the paths of the other files that are read or looked for
 * @throws Failure for a file that cannot be read; SourceFault for one that is no map
 */
export async function readSource(context: Context, file: string, files = new Set<string>()): Promise<Source> {
  const text = await readTextInput(context, file)
  try {
    if (['.yml', '.yaml'].includes(extname(file))) return await readOther('compose', file, text, { context, files })
    const whole = parseJson(file, text)
    const isWorkspace = isRecord(whole) && isRecord(whole['model'])
    return isWorkspace ? await readOther('structurizr', file, text, { context, files }) : readMap(file, text, context)
  } catch (error) {
    if (error instanceof Failure) throw new SourceFault(text, error)
    throw error
  }
}

function readMap(file: string, text: string, { signal }: Context): Source {
  const mapFile = parseMapFile(file, text)
  const { content } = mapFile
  return {
    text,
    map: { ...content, name: content.name ?? basename(file, '.json') },
    fixedBecause: undefined,
    push: async (maps) =>
      saveMap(maps, await findMapOfFile(maps, mapFile, signal), content, { isDryRun: false, signal }),
  }
}

async function readOther(
  kind: DrawingKind,
  file: string,
  text: string,
  { context, files }: { context: Context; files: Set<string> },
): Promise<Source> {
  const { env, signal } = context
  const folder = resolve(dirname(file))
  const drawing: Drawing = await drawingReaders[kind]({ source: file, text, folder, env, files })
  const name = drawing.name ?? folderNameOf(file)
  return {
    text,
    map: { name, nodes: drawing.nodes, edges: drawing.edges },
    fixedBecause: `A ${kind === 'compose' ? 'Compose file' : 'Structurizr workspace'} has no positions of services.`,
    async push(maps) {
      const options = { name, isRenamed: false, isPruned: false, isDryRun: false, signal }
      return (await saveDrawing(maps, await findIdByName(maps, name, signal), drawing, options)).saved
    },
  }
}
