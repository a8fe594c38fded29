import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@maps/shared/logger'
import puppeteer, { type Page, type Browser as Puppeteer } from 'puppeteer-core'
import { type Browser, openBrowser } from '../../services/render-worker/browser.ts'

/** Path of the Chromium that the global set-up found. @throws Error where it did not run */
export function chromiumPath(): string {
  const { CHROMIUM_PATH: path } = process.env
  if (!path) throw new Error('CHROMIUM_PATH must name a Chromium')
  return path
}

/** Opens the render worker's browser with a silent log. @param pageCount pages that work in parallel */
export function openTestBrowser(pageCount?: number): Promise<Browser> {
  const log = createLogger('test', 'silent')
  return openBrowser({ executablePath: chromiumPath(), log, ...(pageCount !== undefined && { pageCount }) })
}

/** Starts a Chromium as readers of our pages have it, with a new profile. */
export async function openChromium(): Promise<{ browser: Puppeteer } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'maps-chromium-'))
  const args = ['--no-proxy-server', '--disable-background-networking', '--disable-component-update', '--disable-sync']
  const isRoot = process.getuid?.() === 0
  const browser = await puppeteer.launch({
    executablePath: chromiumPath(),
    args: [...args, ...(isRoot ? ['--no-sandbox'] : [])],
    userDataDir: folder,
    pipe: true,
  })
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

/** Opens an address, and waits until what the page loads has arrived. */
export async function openAddress(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await settle(page)
}

/** Waits until a page loads nothing. `networkidle0` would wait for half a second more. */
export function settle(page: Page): Promise<void> {
  return page.waitForNetworkIdle({ idleTime: 100 })
}
