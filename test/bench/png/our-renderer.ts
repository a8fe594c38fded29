import { fileFormatTable } from '@maps/shared/file-formats'
import { createLogger } from '@maps/shared/logger'
import { openBrowser } from '../../../services/render-worker/browser.ts'
import { createRenderers } from '../../../services/render-worker/renderers/index.ts'
import { mapOf } from '../maps.ts'
import type { Surroundings, Variant } from './variant.ts'

/** As an export that names no options is drawn. */
export const defaultOptions = fileFormatTable.png.options.parse({})
export const apiUrl = 'https://maps.example.com/api/v1'

/** The PNG renderer as a worker holds it, without queue, store and HTTP. */
export async function openOurRenderer({ chromium }: Surroundings): Promise<Variant> {
  const log = createLogger('bench', 'error')
  const browser = await openBrowser({ executablePath: chromium, log })
  const render = createRenderers(browser).png
  return {
    prepare: async (sample) => {
      const map = mapOf(sample)
      return async () => {
        const { bytes } = await render({ map, options: defaultOptions, apiUrl })
        return bytes
      }
    },
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  }
}
