import { paintIdat, paintPng } from '../../../services/render-worker/page/canvas-painter.ts'
import { type Handoff, openHandoff } from '../../../services/render-worker/page/handoff/handoff.ts'
import { startWriter } from '../../../services/render-worker/page/handoff/start-writer.ts'
import { type PackedDrawing, unpack } from '../../../services/render-worker/page/packing.ts'
import { openEncoder } from '../../../services/render-worker/page/png-encoder/open-encoder.ts'

/** The painting functions of the page, without loading fonts and without a time limit. Drawings are passed as JSON. */
export interface FloorPainter {
  paintIdat(drawing: string, scale: number): ReturnType<Handoff['put']>
  paintPng(drawing: string, scale: number): ReturnType<Handoff['put']>
}

/** Opens the painter of a page. @param marker content by which Node finds the handoff file */
export async function openFloorPainter(marker: string): Promise<FloorPainter> {
  const handoff = await openHandoff(startWriter(), marker)
  const encoder = openEncoder()
  const parse = (drawing: string) => unpack(JSON.parse(drawing) as PackedDrawing)
  return {
    paintIdat: async (drawing, scale) => handoff.put(await paintIdat(encoder, parse(drawing), scale, Infinity)),
    paintPng: async (drawing, scale) => handoff.put(await paintPng(parse(drawing), scale)),
  }
}
