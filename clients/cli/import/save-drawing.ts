import type { MapsClient, VersionedMap } from '../../typescript/index.ts'
import { Failure } from '../failure.ts'
import { plain } from '../output.ts'
import { type Saved, saveMap, type SaveOptions } from '../save-map.ts'
import type { Drawing } from './drawing.ts'
import { mergeDrawing } from './merge.ts'

/** Options of `saveDrawing`. */
export interface SaveDrawingOptions extends SaveOptions {
  /** Name of the map. */
  name: string
  /** Whether the file or the user gives the name: else it is that of the folder, which other projects may have, too. Matters only to a prune. */
  isNamed?: boolean
  /** Whether a map that exists gets this name. */
  isRenamed: boolean
  /** Whether services and connections that the drawing lacks are removed. */
  isPruned: boolean
}

/**
 * Merges a drawing into the map of an id, or creates its map.
 * @returns the result, and the names of the kept services that the drawing lacks
 * @throws Failure if the map of a folder's name has no service of the drawing, and would lose all of its own
 */
export async function saveDrawing(
  maps: MapsClient,
  id: string | undefined,
  drawing: Drawing,
  { name, isNamed, isRenamed, isPruned, ...options }: SaveDrawingOptions,
): Promise<{ saved: Saved; kept: string[] }> {
  const current = id === undefined ? undefined : await maps.get(id, { signal: options.signal })
  const { kept, ...content } = mergeDrawing(current, drawing, isPruned)
  if (isPruned && !isNamed && current && keepsNone(current, content)) {
    throw new Failure(
      `The map "${plain(name)}" has no service of the file, and --prune would remove all of its own. If it is the right map, give it with --map.`,
    )
  }
  const change = { ...(!current || isRenamed ? { name } : {}), ...content }
  return { saved: await saveMap(maps, current, change, options), kept }
}

/** Whether a map has services, and none of them is left. */
function keepsNone(before: Pick<VersionedMap, 'nodes'>, after: Pick<VersionedMap, 'nodes'>): boolean {
  const ids = new Set(after.nodes.map((it) => it.id))
  return before.nodes.length > 0 && !before.nodes.some((it) => ids.has(it.id))
}
