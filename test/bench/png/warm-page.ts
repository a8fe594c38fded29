import type { Browser, CDPSession } from 'puppeteer-core'
import { createLauncher } from './chromium.ts'
import { FONTS_READY, readPageHead } from './html.ts'
import { createPool } from './pool.ts'
import { readShowing, type Showing } from './showing.ts'
import type { Surroundings, Variant } from './variant.ts'

/** As many as exports are ever in flight. */
const PAGES = 4

/** The best that screenshots can do: pages that stay, their content swapped, Chromium's quickest way to a PNG. */
export async function openWarmPages(surroundings: Surroundings): Promise<Variant> {
  const launch = await createLauncher(surroundings)
  const browser = await launch()
  const head = readPageHead()
  const pages = createPool(await Promise.all(Array.from({ length: PAGES }, () => openPage(browser, head))))
  return {
    prepare: async (sample) => {
      const showing = await readShowing(sample, surroundings.folder)
      return () => pages.use((page) => capture(page, showing))
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

async function openPage(browser: Browser, head: string): Promise<CDPSession> {
  const page = await browser.newPage()
  await page.setContent(head)
  return page.createCDPSession()
}

async function capture(page: CDPSession, { svg, viewport }: Showing): Promise<Buffer> {
  await page.send('Emulation.setDeviceMetricsOverride', { ...viewport, mobile: false })
  const expression = `document.body.innerHTML = ${JSON.stringify(svg)}; ${FONTS_READY}`
  await page.send('Runtime.evaluate', { expression, awaitPromise: true })
  const { data } = await page.send('Page.captureScreenshot', { optimizeForSpeed: true })
  return Buffer.from(data, 'base64')
}
