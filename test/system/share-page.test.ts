import type { NewMap } from '@maps/shared/map'
import axe from 'axe-core'
import { PNG } from 'pngjs'
import type { Page, Viewport } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openAddress, openChromium, settle } from '../rig/chromium.ts'
import { startServer } from '../rig/http-server.ts'
import { useSystem } from '../rig/shared-system.ts'
import { readShareUrl } from './share-link.ts'
import { shop } from './shop.ts'

const desktop: Viewport = { width: 1_280, height: 800 }
const phone: Viewport = { width: 358, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

const { system, client } = await useSystem()
/** Creates a public map. @returns the address of its page */
const share = async (map: Partial<NewMap>): Promise<string> => {
  const { id } = await client.createMap({ ...map, isPublic: true })
  return (await readShareUrl(client, id))!
}
const address = await share(shop)
/** The page of what is around a service of the shop. */
const around = `${address}?focus=Storefront`
/** The address of no map. */
const dead = `${system.url}/share/${'x'.repeat(27)}`
let chromium: Awaited<ReturnType<typeof openChromium>>
/** Errors in pages since the last test. */
let errors: string[]

beforeAll(async () => {
  chromium = await openChromium()
  errors = []
})
afterAll(() => chromium[Symbol.asyncDispose]())
// The console also reports what a content security policy refuses.
afterEach(() => {
  if (errors.length > 0) throw new Error(errors.splice(0).join('\n'))
})

interface Visit {
  /** Address of the page, if it is not that of the shop. */
  at?: string
  viewport?: Viewport
  scheme?: 'light' | 'dark'
  hasScript?: boolean
}

/** Opens the page as a reader does. */
async function visit({
  at = address,
  viewport = desktop,
  scheme = 'light',
  hasScript = true,
}: Visit = {}): Promise<Page> {
  const page = await chromium.browser.newPage()
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (it) => {
    if (['error', 'warn'].includes(it.type()) && it.location().url !== dead) errors.push(it.text())
  })
  page.on(
    'response',
    (it) => void (it.status() >= 400 && it.url() !== dead && errors.push(`${it.status()} ${it.url()}`)),
  )
  await page.setViewport(viewport)
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await page.setJavaScriptEnabled(hasScript)
  await openAddress(page, at)
  return page
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Position and size of the picture on the screen, its zoom (1 where it fits) and its level, in px of the screen per px of the drawing. */
interface Picture extends Box {
  zoom: number
  level: number
}

async function pictureOn(page: Page): Promise<Picture> {
  return (await page.evaluate(`(() => {
    const image = document.querySelector('.picture img')
    const box = image.getBoundingClientRect()
    const zoom = box.width / image.clientWidth
    const level = zoom * Math.min(1, image.clientWidth / image.naturalWidth, image.clientHeight / image.naturalHeight)
    const [width, height] = [image.naturalWidth * level, image.naturalHeight * level]
    return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height, zoom, level }
  })()`)) as Picture
}

async function stageOn(page: Page): Promise<Box> {
  return (await (await page.$('.stage'))!.boundingBox())!
}

/** Colour of a pixel of the screen. */
async function colorAt(page: Page, x: number, y: number): Promise<number[]> {
  const { data } = PNG.sync.read(
    Buffer.from(await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 } })),
  )
  return [...data.subarray(0, 3)]
}

describe('the page of a public map, in a browser', () => {
  it.each([true, false])(
    'leads from the list to what is around a service, and back; with a script: %s',
    async (hasScript) => {
      await using page = await visit({ hasScript })
      const terms = () => page.$$eval('dt', (found) => found.map((it) => it.firstChild!.textContent))
      const follow = async (name: string) => {
        await Promise.all([page.waitForNavigation(), page.click(`::-p-aria([name="${name}"][role="link"])`)])
        await settle(page)
      }
      const whole = await terms()
      expect(whole).toContain('Orders DB')
      const { width } = await pictureOn(page)
      await follow('Storefront')
      expect(page.url()).toBe(around)
      expect(await terms()).toEqual(['Storefront', 'Orders API'])
      expect(await page.$eval('.view span', (it) => it.textContent)).toBe(
        'View of 2 of 3 services: around Storefront, 1 step',
      )
      const part = await pictureOn(page)
      expect(part.width).toBeGreaterThan(100)
      expect(part.width).not.toBe(width)
      await follow('Whole map')
      expect(page.url()).toBe(address)
      expect(await terms()).toEqual(whole)
    },
  )

  it('zooms by its buttons, between the whole picture and details', async () => {
    await using page = await visit()
    const zoomBy = async (name: string): Promise<number> => {
      await page.locator(`::-p-aria([name="${name}"][role="button"])`).click()
      return (await pictureOn(page)).zoom
    }
    expect((await pictureOn(page)).zoom).toBe(1)
    expect(await zoomBy('Zoom in')).toBeCloseTo(1.25)
    expect(await zoomBy('Zoom in')).toBeCloseTo(1.5625)
    expect(await zoomBy('Zoom out')).toBeCloseTo(1.25)
    const readOutput = (): Promise<unknown> => page.evaluate("document.querySelector('output').value")
    const before = await readOutput()
    expect(await zoomBy('Fit')).toBe(1)
    expect(await readOutput()).not.toBe(before)
  })

  it('zooms and moves by keys while it has the focus, and else lets the page scroll', async () => {
    await using page = await visit()
    const press = async (...keys: Parameters<Page['keyboard']['press']>[0][]) => {
      for (const key of keys) await page.keyboard.press(key)
      return pictureOn(page)
    }
    expect((await press('+')).zoom).toBe(1)
    await page.focus('.stage')
    const near = await press('+', '+', '+', '+', '+')
    expect(near.zoom).toBeCloseTo(1.25 ** 5)
    expect((await press('ArrowRight')).x).toBeCloseTo(near.x - 80)
    expect((await press('ArrowLeft')).x).toBeCloseTo(near.x)
    expect((await press('ArrowDown')).y).toBeLessThan(near.y)
    expect(await page.evaluate('scrollY')).toBe(0)
    expect((await press('-')).zoom).toBeCloseTo(1.25 ** 4)
    expect((await press('0')).zoom).toBe(1)
    await press('ArrowDown')
    await page.waitForFunction('scrollY > 0')
  })

  it('goes on to listen to the keys after its buttons, which are disabled where they do nothing', async () => {
    await using page = await visit()
    await page.focus('[data-zoom="in"]')
    await page.keyboard.press('Enter')
    await page.focus('[data-zoom="fit"]')
    for (const key of ['Enter', '+', '+'] as const) await page.keyboard.press(key)
    const { zoom } = await pictureOn(page)
    expect(await page.evaluate('document.activeElement.className')).toContain('stage')
    expect(zoom).toBeCloseTo(1.25 ** 2)
  })

  it('zooms into a clicked point, is dragged, and fits again by another click', async () => {
    await using page = await visit({ viewport: { width: 800, height: 700 } })
    const stage = await stageOn(page)
    const [x, y] = [stage.x + stage.width * 0.3, stage.y + stage.height * 0.5]
    const fitted = await pictureOn(page)
    await page.mouse.click(x, y)
    const near = await pictureOn(page)
    expect(near.zoom).toBeGreaterThan(1.5)
    expect((x - near.x) / near.width).toBeCloseTo((x - fitted.x) / fitted.width)
    await page.mouse.down()
    await page.mouse.move(x - 60, y, { steps: 4 })
    await page.mouse.up()
    const moved = await pictureOn(page)
    expect([moved.zoom, moved.x]).toEqual([near.zoom, expect.closeTo(near.x - 60)])
    await page.mouse.click(x, y)
    expect(await pictureOn(page)).toEqual(fitted)
  })

  it('stays where it is under a mouse whose button was released beside it', async () => {
    await using page = await visit({ viewport: { width: 800, height: 700 } })
    const stage = await stageOn(page)
    const [x, y] = [stage.x + stage.width * 0.3, stage.y + stage.height * 0.5]
    await page.mouse.click(x, y)
    const near = await pictureOn(page)
    await page.mouse.move(x, stage.y + 1)
    await page.mouse.down()
    await page.mouse.move(x, stage.y - 10)
    await page.mouse.up()
    await page.mouse.move(x - 60, y, { steps: 4 })
    expect(await pictureOn(page)).toEqual(near)
  })

  it('zooms by a wheel with Ctrl, and scrolls the page by one without', async () => {
    await using page = await visit()
    const { x, y, width, height } = await stageOn(page)
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.keyboard.down('Control')
    await page.mouse.wheel({ deltaY: -200 })
    await page.keyboard.up('Control')
    await page.waitForFunction("document.querySelector('.stage.zoomed')")
    await page.mouse.wheel({ deltaY: 200 })
    await page.waitForFunction('scrollY > 0')
  })

  it.each([
    ['wide', 6, 2],
    ['tall', 2, 9],
  ])(
    'leaves the zoom buttons their room beside a %s picture, at first and where it fits again',
    async (_, columns, rows) => {
      const nodes = Array.from({ length: columns * rows }, (_it, index) => {
        return { id: `${index}`, x: 320 * (index % columns), y: 180 * Math.floor(index / columns) }
      })
      const at = await share({ name: 'Grid', nodes })
      for (const viewport of [desktop, { width: 1_440, height: 900 }]) {
        await using page = await visit({ at, viewport })
        const buttons = (await (await page.$('.zoom'))!.boundingBox())!
        const first = await pictureOn(page)
        expect(first.y + first.height).toBeLessThanOrEqual(buttons.y)
        expect([first.zoom, first.width > 600 || first.height > 400]).toEqual([1, true])
        await page.focus('.stage')
        for (const key of ['+', '+', '0'] as const) await page.keyboard.press(key)
        expect(await pictureOn(page)).toEqual(first)
      }
    },
  )

  it('starts on a phone with the middle of the picture, at a size that can be read, and shows all by a tap', async () => {
    await using page = await visit({ viewport: phone })
    const [stage, first] = [await stageOn(page), await pictureOn(page)]
    // 10 px for a text of 12 px.
    expect(first.level).toBeGreaterThan(0.83)
    expect(first.width).toBeGreaterThan(stage.width)
    expect([first.x + first.width / 2, first.y + first.height / 2]).toEqual([
      expect.closeTo(stage.x + stage.width / 2, 0),
      expect.closeTo(stage.y + (stage.height - 76) / 2, 0),
    ])
    const touchAction = () => page.evaluate("getComputedStyle(document.querySelector('.stage')).touchAction")
    // A finger that moves up scrolls the page.
    expect(await touchAction()).toBe('pan-y')
    const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 }
    await page.touchscreen.tap(middle.x, middle.y)
    expect((await pictureOn(page)).zoom).toBe(1)
    await page.touchscreen.tap(middle.x, middle.y)
    expect(await touchAction()).toBe('none')
  })

  it('scrolls by a finger that moves up and down, again and again, and follows one that moves across', async () => {
    await using page = await visit({ viewport: phone })
    const first = await pictureOn(page)
    const swipe = async (x: number, y: number) => {
      const stage = await stageOn(page)
      const [left, top] = [stage.x + stage.width / 2, stage.y + stage.height / 2]
      const finger = await page.touchscreen.touchStart(left, top)
      for (let step = 1; step <= 15; step++) await finger.move(left + x * step, top + y * step)
      await finger.end()
    }
    const state = () =>
      page.evaluate(`(() => {
        const [stage, picture, hint] = ['.stage', '.picture', '.hint'].map((it) => document.querySelector(it))
        return [stage.className, picture.style.transform, getComputedStyle(hint).display]
      })()`)
    const before = await state()
    expect(before).toEqual(['stage live zoomed', expect.any(String), 'block'])
    for (const distance of [100, 200]) {
      await swipe(0.4, -8)
      await page.waitForFunction(`scrollY > ${distance}`)
      expect(await state()).toEqual(before)
    }
    await swipe(-4, 0.4)
    expect((await pictureOn(page)).x).toBeCloseTo(first.x - 60, 0)
  })

  it.each([390, 1_440])('lists names and labels that are read from right to left, on %s px', async (width) => {
    const at = await share({
      name: 'מפה (ראשית)!',
      nodes: [
        { id: 'shop', label: 'חנות (אתר)!', tech: 'דפים (חדש)!', spend: 420 },
        { id: 'bank', label: 'בנק (סליקה)!' },
      ],
      edges: [{ source: 'shop', target: 'bank', label: 'תשלום (אשראי)!' }],
    })
    await using page = await visit({ at, viewport: { width, height: 900 } })
    /** The box of a text in an element. */
    const boxOf = (selector: string, text: string) =>
      page.evaluate(`(() => {
        const texts = document.createTreeWalker(document.querySelector('${selector}'), NodeFilter.SHOW_TEXT)
        while (!texts.nextNode().data.includes('${text}'));
        const [node, range] = [texts.currentNode, document.createRange()]
        range.setStart(node, node.data.indexOf('${text}'))
        range.setEnd(node, node.data.indexOf('${text}') + ${text.length})
        return range.getBoundingClientRect().toJSON()
      })()`) as Promise<Box & { left: number; right: number }>
    for (const [selector, word] of [
      ['h1', 'מפה'],
      ['dt', 'חנות'],
      ['dt small', 'דפים'],
      ['dd', 'בנק'],
      ['q', 'תשלום'],
    ] as const) {
      const [first, last] = [await boxOf(selector, word), await boxOf(selector, `)!`)]
      expect(last.right, word).toBeLessThan(first.left)
    }
    const [arrow, name, label] = [
      await boxOf('dd', '→'),
      await boxOf('dd', 'בנק (סליקה)!'),
      await boxOf('q', 'תשלום (אשראי)!'),
    ]
    expect(arrow.left).toBeCloseTo((await (await page.$('dt'))!.boundingBox())!.x)
    expect(arrow.right).toBeLessThan(name.left)
    expect(name.right).toBeLessThan(label.left - 4)
  })

  it('fits a phone of 358 px, and is read there by a tap or two fingers', async () => {
    await using page = await visit({ viewport: phone })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(358)
    const stage = await stageOn(page)
    const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 }
    const tap = async (): Promise<number> => {
      await page.touchscreen.tap(middle.x, middle.y)
      return (await pictureOn(page)).zoom
    }
    expect(await tap()).toBe(1)
    expect(await tap()).toBeGreaterThan(1.5)
    expect(await tap()).toBe(1)
    const [left, right] = [
      await page.touchscreen.touchStart(middle.x - 20, middle.y),
      await page.touchscreen.touchStart(middle.x + 20, middle.y),
    ]
    for (const spread of [30, 40, 50, 60]) {
      await left.move(middle.x - spread, middle.y)
      await right.move(middle.x + spread, middle.y)
    }
    await left.end()
    await right.end()
    expect((await pictureOn(page)).zoom).toBeCloseTo(3, 1)
  })

  it('stands in a frame of a page of another origin', async () => {
    const frame = `<iframe src="${address}" title="A map"></iframe>`
    await using host = await startServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(frame)
    })
    await using page = await chromium.browser.newPage()
    await openAddress(page, host.url)
    const shown = page.frames().find((it) => it.url() === address)
    expect(await shown?.evaluate("document.querySelector('.picture img').naturalWidth")).toBeGreaterThan(100)
  })

  it.each([
    ['requests a picture again that the service was too busy to make', 1, 'map.svg'],
    ['shows the PNG where there is no SVG', 3, 'map.png'],
  ])('%s', async (_, most, shown) => {
    await using page = await chromium.browser.newPage()
    let refusals = 0
    // Each failure is told twice, as where it comes between the page and its script.
    await page.evaluateOnNewDocument(
      "document.addEventListener('error', (it) => it.isTrusted && it.target.dispatchEvent(new Event('error')), true)",
    )
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      const isRefused = request.url().includes('/map.svg') && refusals < most
      if (isRefused) refusals++
      return void (isRefused ? request.respond({ status: 503 }) : request.continue())
    })
    await page.goto(address)
    await page.waitForFunction("document.querySelector('.picture img').naturalWidth > 100")
    expect(await page.evaluate("document.querySelector('.picture img').src")).toContain(`/${shown}`)
    expect(refusals).toBe(most)
  })

  it('shows all without its script, and the picture by a click', async () => {
    await using page = await visit({ hasScript: false })
    expect((await pictureOn(page)).width).toBeGreaterThan(600)
    expect(await page.$$eval('.zoom:not([hidden]), .hint:not([hidden])', (them) => them.length)).toBe(0)
    const link = (await page.evaluate("document.querySelector('.picture').getAttribute('href')")) as string
    expect((await fetch(new URL(link, address))).headers.get('content-type')).toMatch(/^image\//)
  })

  it.each(['light', 'dark'] as const)(
    'is %s where the system is, the picture on a canvas of its own colour',
    async (scheme) => {
      await using page = await visit({ scheme })
      const [stage, picture] = [await stageOn(page), await pictureOn(page)]
      const inside = await colorAt(page, picture.x + 2, picture.y + 2)
      expect(inside.every((it) => (scheme === 'dark' ? it < 64 : it > 192))).toBe(true)
      expect(await colorAt(page, stage.x + 2, stage.y + 2)).toEqual(inside)
    },
  )

  it.each([
    ['desktop', { scheme: 'light' }],
    ['desktop in the dark', { scheme: 'dark' }],
    ['phone', { viewport: phone }],
    ['desktop, around a service', { at: around }],
    ['phone in the dark, around a service', { at: around, viewport: phone, scheme: 'dark' }],
    ['phone, around no service', { at: `${address}?focus=none`, viewport: phone }],
    ['desktop, without a map', { at: dead }],
    ['phone in the dark, without a map', { at: dead, viewport: phone, scheme: 'dark' }],
  ] as [string, Visit][])('has no violation that axe-core finds, on a %s', async (_, settings) => {
    await using page = await visit(settings)
    // The page's policy does not apply to scripts of the debugger.
    await page.evaluate(axe.source)
    const { violations, passes } = (await page.evaluate('axe.run()')) as Record<
      'violations' | 'passes',
      { id: string }[]
    >
    expect(violations.map((it) => it.id)).toEqual([])
    expect(passes.map((it) => it.id)).toContain('color-contrast')
  })

  it.each([
    ['all', () => address],
    ['what is around a service', () => around],
    ['all, around no service', () => `${address}?focus=none`],
    ['a map with a name of several lines', () => share({ ...shop, name: 'A name of words '.repeat(13).slice(0, 200) })],
  ])('prints the whole picture on one light sheet: %s', async (_, at) => {
    await using page = await visit({ at: await at() })
    await page.focus('.stage')
    await page.keyboard.press('+')
    const sheet = Buffer.from(await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(sheet.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.emulateMediaType('print')
    const { zoom, height } = await pictureOn(page)
    expect([zoom, height > 100]).toEqual([1, true])
  })
})
