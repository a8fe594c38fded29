import { createLauncher } from './chromium.ts'
import { readPageHead } from './html.ts'
import { screenshotOf } from './page-per-export.ts'
import { readShowing } from './showing.ts'
import type { Surroundings, Variant } from './variant.ts'

/** What a first version does: starts a browser, shows it the picture, takes a screenshot, ends it. */
export async function openBrowserPerExport(surroundings: Surroundings): Promise<Variant> {
  const launch = await createLauncher(surroundings)
  const head = readPageHead()
  return {
    prepare: async (sample) => {
      const showing = await readShowing(sample, surroundings.folder)
      return async () => {
        const browser = await launch()
        try {
          return await screenshotOf(browser, head, showing)
        } finally {
          await browser.close()
        }
      }
    },
    [Symbol.asyncDispose]: async () => {},
  }
}
