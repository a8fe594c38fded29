import { fileFormatTable } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { galleryMaps } from '../../../test/gallery/gallery-maps.ts'
import { isLong } from '../../../test/faults/run-size.ts'
import { apiUrl, mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { openChromium, openTestBrowser } from '../../../test/rig/chromium.ts'
import type { Browser } from '../browser.ts'
import { createRenderers, type Renderers } from './index.ts'

/** CSS selectors of the dots of connections. */
const MOVING = '[class$="-moving"]'
const STILL = '[class$="-still"]'
/** The threshold of pixelmatch for visible differences. */
const THRESHOLD = 0.1

let browser: Browser
let renderers: Renderers
let page: Page
let chromium: Awaited<ReturnType<typeof openChromium>>
beforeAll(async () => {
  browser = await openTestBrowser()
  renderers = createRenderers(browser)
  chromium = await openChromium()
  page = await chromium.browser.newPage()
})
afterAll(async () => {
  await chromium[Symbol.asyncDispose]()
  await browser[Symbol.asyncDispose]()
})

async function svgOf(map: ArchitectureMap, query: Record<string, string> = {}): Promise<Buffer> {
  const options = fileFormatTable.svg.options.parse(query)
  return (await renderers.svg({ map, options, apiUrl })).bytes
}

async function pngOf(map: ArchitectureMap, query: Record<string, string>): Promise<PNG> {
  const options = fileFormatTable.png.options.parse({ scale: '1', ...query })
  return PNG.sync.read((await renderers.png({ map, options, apiUrl })).bytes)
}

/** The SVG as a page shows it in an `<img>`, at its own size. */
async function show(svg: Buffer, scheme: 'light' | 'dark' = 'light'): Promise<PNG> {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg.toString('utf8', 0, 200))!.map(Number)
  await page.setViewport({ width: width!, height: height! })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  const source = `data:image/svg+xml;base64,${svg.toString('base64')}`
  await page.setContent(
    `<style>:root { color-scheme: light dark } body { margin: 0 } img { display: block }</style><img src="${source}">`,
  )
  await page.$eval('img', async (it) => (it as unknown as { decode(): Promise<void> }).decode())
  return PNG.sync.read(Buffer.from(await page.screenshot()))
}

function differentShare(a: PNG, b: PNG): number {
  expect([a.width, a.height]).toEqual([b.width, b.height])
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: THRESHOLD }) / (a.width * a.height)
}

const names = 'monzo michelangelo gitlab-overview stack-overflow loud-labels ghosts parallel bipartite'.split(' ')
/** All of them; in `npm test` one of a published system, and one of labels upon lines. */
const chosen = galleryMaps.filter((it) => (isLong ? names : ['monzo', 'loud-labels']).includes(it.name))

describe('the picture as SVG', () => {
  const inBothThemes = chosen.flatMap((it) => (['light', 'dark'] as const).map((theme) => ({ ...it, theme })))
  it.each(inBothThemes)('of $name looks like its PNG on a page, in the $theme theme', async ({ map, theme }) => {
    const shown = await show(await svgOf(map, { theme }))
    expect(differentShare(shown, await pngOf(map, { theme }))).toBeLessThan(0.01)
  })

  it.each(['light', 'dark'] as const)('of theme auto looks like its PNG on a page in %s colours', async (scheme) => {
    const auto = await svgOf(shopMap(), { theme: 'auto' })
    expect(differentShare(await show(auto, scheme), await pngOf(shopMap(), { theme: scheme }))).toBeLessThan(0.01)
  })

  it.each<Record<string, string>>([
    { background: 'tomato' },
    { icons: 'false', legend: 'false' },
    { labels: 'sans', padding: '7' },
  ])('takes the options of a PNG: %j', async (query) => {
    expect(differentShare(await show(await svgOf(shopMap(), query)), await pngOf(shopMap(), query))).toBeLessThan(0.01)
  })

  it('looks like its PNG where texts read from right to left', async () => {
    const nodes = [
      { id: 'a', label: 'שירות תשלומים (v2)', tech: 'خدمة API 3.1!', spend: 12 },
      { id: 'b', label: 'مرحبا بالعالم' },
    ]
    const map = mapOf(nodes, [{ source: 'a', target: 'b', label: 'שלום 123 API' }], 'מפה 2 API')
    expect(differentShare(await show(await svgOf(map)), await pngOf(map, {}))).toBeLessThan(0.002)
  })

  it('keeps its look beside another one in the same page', async () => {
    const svgs = await Promise.all(
      // With the fonts of the second text, the first one would have no ligatures.
      [
        ['Kafka', 'ग्राहक क्रम'],
        ['PostgreSQL', 'रेत मकान'],
      ].map(async ([tech = '', label = '']) => {
        const nodes = [{ id: 'a', tech, label }, { id: 'b' }]
        return (
          await svgOf(mapOf(nodes, [{ source: 'a', target: 'b', animated: false }], tech), { theme: 'dark' })
        ).toString()
      }),
    )
    const shownIn = async (html: string, index: number): Promise<PNG> => {
      await page.setContent(`<!doctype html><body style="margin:0">${html}`)
      const element = (await page.$$('svg'))[index]!
      return PNG.sync.read(Buffer.from(await element.screenshot()))
    }
    for (const [index, svg] of svgs.entries())
      expect(differentShare(await shownIn(svgs.join(''), index), await shownIn(svg, 0))).toBe(0)
  })

  it('has moving dots', async () => {
    const nodes = ['a', 'b'].map((id, index) => ({ id, x: 900 * index, y: 0 }))
    const svg = await svgOf(mapOf(nodes, [{ source: 'a', target: 'b', dotColor: 'fuchsia' }]))
    const first = await show(svg)
    await new Promise((resolve) => setTimeout(resolve, 400))
    const second = PNG.sync.read(Buffer.from(await page.screenshot()))
    expect(pixelmatch(first.data, second.data, undefined, first.width, first.height)).toBeGreaterThan(20)
  })

  it('is still for a reader who prefers reduced motion', async () => {
    const svg = await svgOf(mapOf([{ id: 'a' }, { id: 'b' }], [{ source: 'a', target: 'b', dotColor: 'fuchsia' }]))
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
    await page.goto(`data:image/svg+xml;base64,${svg.toString('base64')}`)
    const visibility = (selector: string): Promise<string> =>
      page.$eval(selector, (it) => (globalThis as unknown as StyledPage).getComputedStyle(it).visibility)
    expect([await visibility(MOVING), await visibility(STILL)]).toEqual(['hidden', 'visible'])
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }])
    expect([await visibility(MOVING), await visibility(STILL)]).toEqual(['visible', 'hidden'])
  })
})

interface StyledPage {
  getComputedStyle(element: unknown): { visibility: string }
}
