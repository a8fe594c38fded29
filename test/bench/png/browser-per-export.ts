import { createLauncher } from './chromium.ts'
import { FONTS_READY, readPageHead } from './html.ts'
import { readSvgPage } from './svg-page.ts'
import type { VariantContext, Variant } from './variant.ts'

/** Opens the naive variant: launch a browser, load the picture, take a screenshot, close the browser. */
export async function openBrowserPerExport(context: VariantContext): Promise<Variant> {
  const launch = await createLauncher(context)
  const head = readPageHead()
  return {
    prepare: async (spec) => {
      const { svg, viewport } = await readSvgPage(spec, context.folder)
      return async () => {
        const browser = await launch()
        try {
          const page = await browser.newPage()
          await page.setViewport(viewport)
          await page.setContent(head + svg)
          await page.evaluate(FONTS_READY)
          return await page.screenshot()
        } finally {
          await browser.close()
        }
      }
    },
    [Symbol.asyncDispose]: async () => {},
  }
}
