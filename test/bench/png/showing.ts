import { readDrawing } from './drawings.ts'
import type { Sample } from '../maps.ts'
import { writeSvg } from './svg.ts'

/** A prepared drawing as a page shows it. */
export interface Showing {
  svg: string
  viewport: { width: number; height: number; deviceScaleFactor: number }
}

export async function readShowing(sample: Sample, folder: string): Promise<Showing> {
  const { drawing, scale } = await readDrawing(sample, folder)
  const { width, height } = drawing
  return { svg: writeSvg(drawing), viewport: { width, height, deviceScaleFactor: scale } }
}
