import { readDrawing } from './drawings.ts'
import type { Sample } from '../maps.ts'
import { fontFamilies } from '../../../services/render-worker/fonts/faces.ts'
import { writeSvg } from '../../../services/render-worker/svg/write-svg.ts'

/** A prepared drawing as a page shows it. */
export interface Showing {
  svg: string
  viewport: { width: number; height: number; deviceScaleFactor: number }
}

export async function readShowing(sample: Sample, folder: string): Promise<Showing> {
  const { drawing, scale } = await readDrawing(sample, folder)
  const { width, height } = drawing
  const svg = writeSvg({
    drawing: { ...drawing, groups: [] },
    title: '',
    description: '',
    fontFaces: '',
    // The page has them.
    fontFamily: ({ font }) => fontFamilies.faces[font.face],
  })
  return { svg, viewport: { width, height, deviceScaleFactor: scale } }
}
