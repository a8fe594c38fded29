import { PNG } from 'pngjs'
import { createLauncher } from './chromium.ts'
import { families, type Family } from '../maps.ts'
import type { PeerBrowser, PeerSession } from './peers.ts'
import type { Runner } from './runner.ts'
import { median } from '../statistics.ts'
import type { Surroundings } from './variant.ts'

/** Our files against those that Chromium makes of the very same pixels when it takes its time. */
export interface FileSize {
  family: Family
  nodes: number
  ours: number
  chromium: number
  ratio: number
}

/** What we have set out to stay below. */
export const MOST_TIMES_CHROMIUM = 1.15

const MAPS = 3
/** Beyond, a screenshot has blank parts. */
const MOST_SIDE = 16_384

/** @throws Error where Chromium's picture is not ours to the last pixel */
export async function compareSizes(
  ours: Runner,
  sizes: readonly number[],
  seed: number,
  surroundings: Surroundings,
): Promise<FileSize[]> {
  const browser = await (await createLauncher(surroundings))()
  try {
    const found: FileSize[] = []
    for (const family of families) {
      for (const nodes of sizes) {
        const pairs: { ours: number; chromium: number }[] = []
        for (let index = 0; index < (nodes > 100 ? 1 : MAPS); index++) {
          const png = Buffer.from(await ours.draw({ family, nodes, index, seed }))
          const again = await screenshotOf(png, browser)
          if (again) pairs.push({ ours: png.length, chromium: again.length })
        }
        const middle = (of: (pair: { ours: number; chromium: number }) => number): number => median(pairs.map(of))
        found.push({
          ...{ family, nodes, ours: middle((it) => it.ours), chromium: middle((it) => it.chromium) },
          ratio: middle((it) => it.ours / it.chromium),
        })
      }
    }
    return found
  } finally {
    await browser.close()
  }
}

/** What Chromium makes of a picture that a page shows; undefined where that is larger than a screenshot can be. */
async function screenshotOf(png: Buffer, browser: PeerBrowser): Promise<Buffer | undefined> {
  const { width, height, data } = PNG.sync.read(png)
  if (Math.max(width, height) > MOST_SIDE) return undefined
  const page = await browser.newPage()
  try {
    const session = await page.createCDPSession()
    await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
    await page.setContent('<!doctype html><style>body{margin:0}img{display:block}</style><img>')
    await show(png, session)
    const screenshot = await session.send<{ data: string }>('Page.captureScreenshot')
    const again = Buffer.from(screenshot.data, 'base64')
    if (!PNG.sync.read(again).data.equals(data)) throw new Error('the screenshot of our picture is another picture')
    return again
  } finally {
    await page.close()
  }
}

async function show(png: Buffer, session: PeerSession): Promise<void> {
  const url = JSON.stringify(`data:image/png;base64,${png.toString('base64')}`)
  const expression = `(async () => { const it = document.images[0]; it.src = ${url}; await it.decode() })()`
  await session.send('Runtime.evaluate', { expression, awaitPromise: true })
}
