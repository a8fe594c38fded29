import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Drawing } from '../../../services/render-worker/scene/draw/display-list.ts'
import type { Sample } from '../maps.ts'

/** A finished drawing as our painter gets it. */
export interface PreparedDrawing {
  drawing: Drawing
  /** Picture pixels per canvas px. */
  scale: number
}

/** How many there are of each size; a variant that draws more draws them again, which can only make it quicker. */
const COUNT_BY_NODES = new Map([
  [5, 60],
  [50, 40],
])
const FEW = 8

export function drawingCount(nodes: number): number {
  return COUNT_BY_NODES.get(nodes) ?? FEW
}

/** The drawing of a placed map, or of another of the same size where there are not so many. */
export async function readDrawing(sample: Sample, folder: string): Promise<PreparedDrawing> {
  return JSON.parse(await readFile(drawingFile(sample, folder), 'utf8')) as PreparedDrawing
}

export function drawingFile({ nodes, index }: Sample, folder: string): string {
  return join(folder, `drawing-${nodes}-${index % drawingCount(nodes)}.json`)
}
