import type { MapsClient } from '../../typescript/index.ts'
import { type Saved, saveMap, type SaveOptions } from '../save-map.ts'
import type { Drawing } from './drawing.ts'
import { mergeDrawing } from './merge.ts'

/** Options of `saveDrawing`. */
export interface SaveDrawingOptions extends SaveOptions {
  /** Name of the map. */
  name: string
  /** Whether a map that exists gets this name. */
  isRenamed: boolean
  /** Whether services and connections that the drawing lacks are removed. */
  isPruned: boolean
}

/**
 * Merges a drawing into the map of an id, or creates its map.
 * @returns the result, and the names of the kept services that the drawing lacks
 */
export async function saveDrawing(
  maps: MapsClient,
  id: string | undefined,
  drawing: Drawing,
  { name, isRenamed, isPruned, ...options }: SaveDrawingOptions,
): Promise<{ saved: Saved; kept: string[] }> {
  const current = id === undefined ? undefined : await maps.get(id, { signal: options.signal })
  const { kept, ...content } = mergeDrawing(current, drawing, isPruned)
  const change = { ...(!current || isRenamed ? { name } : {}), ...content }
  return { saved: await saveMap(maps, current, change, options), kept }
}
