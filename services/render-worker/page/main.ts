import { openHandoff } from './handoff/handoff.ts'
import { startWriter } from './handoff/start-writer.ts'
import { createPainter } from './painter.ts'
import type { PainterApi } from './painter-api.ts'
import { openEncoder } from './png-encoder/open-encoder.ts'

/** Opens the painter of the page. @param marker content by which Node finds the handoff file */
export async function openPainter(marker: string): Promise<PainterApi> {
  const handoff = await openHandoff(startWriter(), marker)
  return createPainter(openEncoder(), handoff)
}
