import { createLogger } from '@maps/shared/logger'
import { writeFile } from 'node:fs/promises'
import { type Browser, openBrowser } from '../../../services/render-worker/browser.ts'
import { createRenderers } from '../../../services/render-worker/renderers/index.ts'
import { drawingCount, drawingFile, type PreparedDrawing } from './drawings.ts'
import { mapOf, type Sample } from '../maps.ts'
import { apiUrl, defaultOptions } from './our-renderer.ts'
import type { Surroundings } from './variant.ts'

/** Writes the drawings of placed maps for those who draw the same pictures by other means. */
export async function prepareDrawings(
  sizes: readonly number[],
  seed: number,
  { chromium, folder }: Surroundings,
): Promise<void> {
  await using browser = await openBrowser({ executablePath: chromium, log: createLogger('bench', 'error') })
  for (const nodes of sizes) {
    for (let index = 0; index < drawingCount(nodes); index++) {
      const sample: Sample = { family: 'placed', nodes, index, seed }
      await writeFile(drawingFile(sample, folder), JSON.stringify(await drawingOf(sample, browser)))
    }
  }
}

/** What our renderer would have painted. */
async function drawingOf(sample: Sample, browser: Browser): Promise<PreparedDrawing | undefined> {
  let prepared: PreparedDrawing | undefined
  const render = createRenderers({
    ...browser,
    paint: async (drawing, scale) => {
      prepared = { drawing, scale }
      return Buffer.alloc(0)
    },
  }).png
  await render({ map: mapOf(sample), options: defaultOptions, apiUrl })
  return prepared
}
