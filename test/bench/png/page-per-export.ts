import { createLauncher } from './chromium.ts'
import { FONTS_READY, readPageHead } from './html.ts'
import type { PeerBrowser } from './peers.ts'
import { readShowing, type Showing } from './showing.ts'
import type { Surroundings, Variant } from './variant.ts'

/** What most services do: one browser, a new page for each picture. */
export async function openPagePerExport(surroundings: Surroundings): Promise<Variant> {
  const launch = await createLauncher(surroundings)
  const head = readPageHead()
  const browser = await launch()
  return {
    prepare: async (sample) => {
      const showing = await readShowing(sample, surroundings.folder)
      return () => screenshotOf(browser, head, showing)
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

/** Shows a picture on a new page and takes Puppeteer's own screenshot of it. */
export async function screenshotOf(
  browser: PeerBrowser,
  head: string,
  { svg, viewport }: Showing,
): Promise<Uint8Array> {
  const page = await browser.newPage()
  try {
    await page.setViewport(viewport)
    await page.setContent(head + svg)
    await page.evaluate(FONTS_READY)
    return await page.screenshot()
  } finally {
    await page.close()
  }
}
