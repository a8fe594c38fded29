import { fileFormatTable } from '@maps/shared/file-formats'
import { createLogger } from '@maps/shared/logger'
import { openBrowser } from '../../../services/render-worker/browser.ts'
import { createRenderers } from '../../../services/render-worker/renderers/index.ts'
import { apiUrl } from '../../maps/sample-map.ts'
import { generateMap } from '../maps.ts'
import type { VariantContext, Variant } from './variant.ts'

/** Options of a PNG export without query parameters. */
export const defaultOptions = fileFormatTable.png.options.parse({})

/** Opens the PNG renderer of the render worker, without queue, artifact store and HTTP. */
export async function openOurRenderer({ chromium }: VariantContext): Promise<Variant> {
  const log = createLogger('bench', 'error')
  const browser = await openBrowser({ executablePath: chromium, log })
  const render = createRenderers(browser).png
  return {
    prepare: async (spec) => {
      const map = generateMap(spec)
      return async () => (await render({ map, options: defaultOptions, apiUrl })).bytes
    },
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  }
}
