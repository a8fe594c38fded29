import { readDrawing } from './drawings.ts'
import type { MapSpec } from '../maps.ts'
import { familiesOf } from '../../../services/render-worker/fonts/families.ts'
import { writeSvg } from '../../../services/render-worker/svg/write-svg.ts'

/** A picture as SVG, with the viewport that shows it. */
export interface SvgPage {
  svg: string
  viewport: { width: number; height: number; deviceScaleFactor: number }
}

/** Reads the prepared drawing of a map and converts it to SVG. */
export async function readSvgPage(spec: MapSpec, folder: string): Promise<SvgPage> {
  const { drawing, scale } = await readDrawing(spec, folder)
  const { width, height } = drawing
  const svg = writeSvg({
    drawing: { ...drawing, groups: [] },
    title: '',
    description: '',
    fontFaces: '',
    // The page has the font faces: see html.ts.
    fontFamily: (run) => familiesOf(run).join(', '),
  })
  return { svg, viewport: { width, height, deviceScaleFactor: scale } }
}
