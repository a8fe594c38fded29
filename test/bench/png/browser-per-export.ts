import { createLauncher } from './chromium.ts'
import { FONTS_READY, readPageHead } from './html.ts'
import { readShowing } from './showing.ts'
import type { Surroundings, Variant } from './variant.ts'

/** What a first version does: starts a browser, shows it the picture, takes a screenshot, ends it. */
export async function openBrowserPerExport(surroundings: Surroundings): Promise<Variant> {
  const launch = await createLauncher(surroundings)
  const head = readPageHead()
  return {
    prepare: async (sample) => {
      const { svg, viewport } = await readShowing(sample, surroundings.folder)
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
