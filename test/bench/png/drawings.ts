import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Drawing } from '../../../services/render-worker/scene/draw/display-list.ts'
import type { MapSpec } from '../maps.ts'

/** A drawing that is ready to be painted. */
export interface PreparedDrawing {
  drawing: Drawing
  /** Pixels of the picture per px of the drawing. */
  scale: number
}

/** Prepared drawings by node count. A variant that draws more repeats them, which can only make it faster. */
const COUNT_BY_NODES = new Map([
  [5, 60],
  [50, 40],
])
const DEFAULT_COUNT = 8

/** Number of prepared drawings of maps with that many nodes. */
export function drawingCount(nodes: number): number {
  return COUNT_BY_NODES.get(nodes) ?? DEFAULT_COUNT
}

/** Reads the prepared drawing of a placed map; beyond `drawingCount`, that of an earlier map of the same size. */
export async function readDrawing(spec: MapSpec, folder: string): Promise<PreparedDrawing> {
  return JSON.parse(await readFile(drawingFile(spec, folder), 'utf8')) as PreparedDrawing
}

/** Path of the prepared drawing of a map. */
export function drawingFile({ nodes, index }: MapSpec, folder: string): string {
  return join(folder, `drawing-${nodes}-${index % drawingCount(nodes)}.json`)
}
