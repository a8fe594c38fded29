import type { Browser, CDPSession } from 'puppeteer-core'
import { createLauncher } from './chromium.ts'
import { FONTS_READY, readPageHead } from './html.ts'
import { createPool } from './pool.ts'
import { readSvgPage, type SvgPage } from './svg-page.ts'
import type { VariantContext, Variant } from './variant.ts'

/** The largest number of exports in flight. */
const PAGES = 4

/** Opens the fastest variant with screenshots: pages stay open, only their content changes, `optimizeForSpeed`. */
export async function openWarmPages(context: VariantContext): Promise<Variant> {
  const launch = await createLauncher(context)
  const browser = await launch()
  const head = readPageHead()
  const pages = createPool(await Promise.all(Array.from({ length: PAGES }, () => openPage(browser, head))))
  return {
    prepare: async (spec) => {
      const svgPage = await readSvgPage(spec, context.folder)
      return () => pages.use((page) => capture(page, svgPage))
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

async function openPage(browser: Browser, head: string): Promise<CDPSession> {
  const page = await browser.newPage()
  await page.setContent(head)
  return page.createCDPSession()
}

async function capture(page: CDPSession, { svg, viewport }: SvgPage): Promise<Buffer> {
  await page.send('Emulation.setDeviceMetricsOverride', { ...viewport, mobile: false })
  const expression = `document.body.innerHTML = ${JSON.stringify(svg)}; ${FONTS_READY}`
  await page.send('Runtime.evaluate', { expression, awaitPromise: true })
  const { data } = await page.send('Page.captureScreenshot', { optimizeForSpeed: true })
  return Buffer.from(data, 'base64')
}
