import { createLogger } from '@maps/shared/logger'
import { writeFile } from 'node:fs/promises'
import { type Browser, openBrowser } from '../../../services/render-worker/browser.ts'
import { createRenderers } from '../../../services/render-worker/renderers/index.ts'
import { drawingCount, drawingFile, type PreparedDrawing } from './drawings.ts'
import { generateMap, type MapSpec } from '../maps.ts'
import { apiUrl } from '../../maps/sample-map.ts'
import { defaultOptions } from './our-renderer.ts'
import type { VariantContext } from './variant.ts'

/** Writes the drawings of placed maps to files, for the variants that do not use our renderer. */
export async function prepareDrawings(
  sizes: readonly number[],
  seed: number,
  { chromium, folder }: VariantContext,
): Promise<void> {
  await using browser = await openBrowser({ executablePath: chromium, log: createLogger('bench', 'error') })
  for (const nodes of sizes) {
    for (let index = 0; index < drawingCount(nodes); index++) {
      const spec: MapSpec = { family: 'placed', nodes, index, seed }
      await writeFile(drawingFile(spec, folder), JSON.stringify(await drawingOf(spec, browser)))
    }
  }
}

/** The drawing that our renderer passes to Chromium. */
async function drawingOf(spec: MapSpec, browser: Browser): Promise<PreparedDrawing | undefined> {
  let prepared: PreparedDrawing | undefined
  const render = createRenderers({
    ...browser,
    paint: async (drawing, scale) => {
      prepared = { drawing, scale }
      return Buffer.alloc(0)
    },
  }).png
  await render({ map: generateMap(spec), options: defaultOptions, apiUrl })
  return prepared
}
