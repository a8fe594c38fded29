import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { HTTPRequest, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { times } from '../faults/run-size.ts'
import { openChromium } from '../rig/chromium.ts'
import { useSystem } from '../rig/shared-system.ts'
import { shop } from './shop.ts'

vi.setConfig({ testTimeout: 60_000 })

const { system, client } = await useSystem()
const program = fileURLToPath(new URL('../../clients/cli/main.ts', import.meta.url))
let chromium: Awaited<ReturnType<typeof openChromium>>
beforeAll(async () => {
  chromium = await openChromium()
})
afterAll(() => chromium[Symbol.asyncDispose]())

/** Starts `maps dev` on a file in a folder of its own, and opens its page. */
async function openDev(name: string, content: string) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'maps-dev-'))
  const file = join(folder.path, name)
  await writeFile(file, content)
  const env = { PATH: process.env.PATH, HOME: folder.path, MAPS_URL: `${system.url}/api/v1`, MAPS_TOKEN: client.token }
  const child = spawn(process.execPath, [program, 'dev', name], {
    cwd: folder.path,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const end = () => {
    child.kill('SIGINT')
    return exit
  }
  const [address] = (await once(createInterface(child.stdout), 'line')) as [string]
  const page = await chromium.browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  // The browser reports each request to a program that has ended.
  page.on('console', (it) => void (!child.killed && ['error', 'warn'].includes(it.type()) && errors.push(it.text())))
  await page.setViewport({ width: 1_280, height: 800 })
  await page.goto(address)
  await showsPicture(page, 1)
  return {
    address,
    page,
    save: (text: string) => writeFile(file, text),
    read: () => readFile(file, 'utf8'),
    end,
    async [Symbol.asyncDispose]() {
      await page.close()
      const [, signal] = (await end()) as [unknown, string]
      await folder.remove()
      expect([errors, signal]).toEqual([[], 'SIGINT'])
    },
  }
}

const showsPicture = (page: Page, version: number) =>
  page.waitForFunction(`(() => {
    const image = document.querySelector('.picture img')
    return image.src.endsWith('v=${version}') && image.complete && image.naturalWidth > 0
  })()`)
/** Name of the element that a reader sees in the middle of the picture. */
const shownInMiddle = (page: Page) =>
  page.evaluate(`(() => {
    const { x, y, width, height } = document.querySelector('.picture img').getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2).localName
  })()`)
const textOf = (page: Page, selector: string) =>
  page.evaluate(`document.querySelector('${selector}').innerText`) as Promise<string>
const boxOf = async (page: Page, id: string) =>
  (await (await page.waitForSelector(`.board [data-node="${id}"]`))!.boundingBox())!

/** Drags a card by some px of the screen. */
async function drag(page: Page, id: string, x: number, y: number): Promise<void> {
  const box = await boxOf(page, id)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + x, box.y + box.height / 2 + y, { steps: 5 })
  await page.mouse.up()
}

const file = (map: object = shop) => `${JSON.stringify(map, null, 2)}\n`
const unplaced = {
  name: 'Unplaced',
  nodes: ['a', 'b', 'c'].map((id) => ({ id, label: `Service ${id}` })),
  edges: [
    { source: 'a', target: 'b' },
    { source: 'b', target: 'c' },
  ],
}

describe('maps dev', () => {
  it('shows the picture of each save, and what is wrong by line and field', async () => {
    await using dev = await openDev('shop.json', file())
    expect(await textOf(dev.page, 'h1')).toBe('Web shop')
    await dev.save(file({ ...shop, name: 'Second' }))
    await showsPicture(dev.page, 2)
    expect(await textOf(dev.page, 'h1')).toBe('Second')

    await dev.save(file({ ...shop, edges: [{ source: 'web', target: 'api', color: 'url(x)' }] }))
    // A save empties the file first, which is a problem of its own for a moment.
    await dev.page.waitForFunction(`document.querySelector('.problems').innerText.includes('edges[0].color')`)
    const line =
      file(shop)
        .split('\n')
        .findIndex((it) => it.includes('"edges"')) + 5
    expect(await textOf(dev.page, '.problems')).toMatch(
      new RegExp(`Line ${line}\\s+edges\\[0\\]\\.color must be a hex`),
    )
    await dev.save('{\n  "name": "x",\n}')
    await dev.page.waitForFunction(`document.querySelector('.problems').innerText.startsWith('Line 3')`)
    await dev.save(file({ ...shop, name: 'Third' }))
    await showsPicture(dev.page, 3)
    await dev.page.waitForSelector('.problems[hidden]')
    expect(await client.listMaps()).toEqual([])
  })

  it('writes a dragged service into the file, which keeps its layout, and takes it back', async () => {
    const { nodes } = unplaced
    const before = file(unplaced)
    await using dev = await openDev('map.json', before)
    expect(await shownInMiddle(dev.page)).toBe('img')
    await dev.page.click('#arrange')
    const places = Object.fromEntries(
      await Promise.all(nodes.map(async ({ id }) => [id, await boxOf(dev.page, id)] as const)),
    )
    await drag(dev.page, 'b', 10, 120)
    await showsPicture(dev.page, 2)
    const after = await dev.read()
    expect(after).toBe(file(JSON.parse(after)))
    const { nodes: moved } = JSON.parse(after) as { nodes: { id: string; x: number; y: number }[] }
    expect(moved.map((it) => ({ id: it.id }))).toEqual(nodes.map(({ id }) => ({ id })))
    const [a, b, c] = moved
    expect([a!.x, a!.y, c!.y]).toEqual([0, 0, 0])
    expect(b!.y).toBeCloseTo(120, -1)
    expect(c!.x - a!.x).toBeCloseTo(places['c']!.x - places['a']!.x, -1)

    await dev.page.keyboard.down('Control')
    await dev.page.keyboard.press('z')
    await dev.page.keyboard.up('Control')
    await expect.poll(dev.read).toBe(before)
    await showsPicture(dev.page, 3)
    expect(await shownInMiddle(dev.page)).not.toBe('img')
    await dev.page.click('#arrange')
    expect(await shownInMiddle(dev.page)).toBe('img')
  })

  it('writes nothing for a click, of a hand that is not quite still', async () => {
    await using dev = await openDev('map.json', file(unplaced))
    await dev.page.click('#arrange')
    await drag(dev.page, 'b', 2, 1)
    await drag(dev.page, 'a', 10, 120)
    await showsPicture(dev.page, 2)
    const { nodes } = JSON.parse(await dev.read()) as { nodes: { id: string; y: number }[] }
    expect(nodes.map(({ y }) => Math.sign(y))).toEqual([1, 0, 0])
  })

  it('writes where a finger has dragged a service, down too', async () => {
    await using dev = await openDev('map.json', file(unplaced))
    await dev.page.setViewport({ width: 1_280, height: 800, hasTouch: true })
    await showsPicture(dev.page, 1)
    await dev.page.click('#arrange')
    const { x, y, width, height } = await boxOf(dev.page, 'b')
    const swipe = async (left: number, top: number) => {
      const finger = await dev.page.touchscreen.touchStart(left, top)
      for (let step = 1; step <= 10; step++) await finger.move(left + step / 2, top + 6 * step)
      await finger.end()
    }
    await swipe(x + width / 2, y + height + 100)
    expect(await textOf(dev.page, 'output')).toBe('100 %')
    await swipe(x + width / 2, y + height / 2)
    const rows = async () => (JSON.parse(await dev.read()) as typeof shop).nodes.map((it) => it.y)
    await expect.poll(rows).toEqual([0, expect.closeTo(60, -1), 0])
  })

  it('takes a second drag before the picture of the first one is there', async () => {
    await using dev = await openDev('map.json', file(unplaced))
    await dev.page.click('#arrange')
    await boxOf(dev.page, 'c')
    await dev.page.setRequestInterception(true)
    const pictures: HTTPRequest[] = []
    dev.page.on('request', (it) => void (it.url().includes('picture.svg') ? pictures.push(it) : it.continue()))
    await drag(dev.page, 'b', 10, 120)
    await drag(dev.page, 'c', 0, 60)
    const rows = async () => (JSON.parse(await dev.read()) as typeof shop).nodes.map((it) => it.y)
    await expect.poll(rows).toEqual([0, expect.closeTo(120, -1), expect.closeTo(60, -1)])
    await Promise.all(pictures.map((it) => it.continue()))
  })

  it('takes no drag after its end, and puts the card back that was held', async () => {
    await using dev = await openDev('map.json', file(unplaced))
    await dev.page.click('#arrange')
    const { x, y, width, height } = await boxOf(dev.page, 'b')
    await dev.page.mouse.move(x + width / 2, y + height / 2)
    await dev.page.mouse.down()
    await dev.page.mouse.move(x + width / 2, y + height / 2 + 60, { steps: 5 })
    await dev.end()
    await dev.page.waitForFunction(`document.querySelector('[role=status]').innerText === 'maps dev has ended'`)
    await dev.page.mouse.up()
    await dev.page.evaluate(`fetch('events').catch(() => {})`)
    expect(await shownInMiddle(dev.page)).toBe('img')
    expect(await dev.page.$$eval('nav button:disabled', (them) => them.length)).toBe(3)
    expect(await dev.read()).toBe(file(unplaced))
  })

  it('snaps a dragged service to the column of another one', async () => {
    await using dev = await openDev('shop.json', file({ ...shop, edges: [] }))
    await dev.page.click('#arrange')
    const [web, db] = [await boxOf(dev.page, 'web'), await boxOf(dev.page, 'db')]
    await drag(dev.page, 'db', web.x - db.x + 4, 200)
    await showsPicture(dev.page, 2)
    const { nodes } = JSON.parse(await dev.read()) as typeof shop
    expect(nodes[2]!.x).toBe(nodes[0]!.x)
    expect(nodes[1]).toEqual(shop.nodes[1])
  })

  it('pushes the file, and draws a Compose file, whose services cannot be arranged', async () => {
    await using dev = await openDev(
      'compose.yml',
      'name: stack\nservices:\n  web: { image: nginx, depends_on: [db] }\n  db: { image: postgres }\n',
    )
    expect(await textOf(dev.page, 'h1')).toBe('stack')
    expect(await shownInMiddle(dev.page)).toBe('img')
    expect(
      await dev.page.evaluate(
        `[document.querySelector('#arrange').disabled, document.querySelector('#arrange').title]`,
      ),
    ).toEqual([true, 'A Compose file has no positions of services.'])
    await dev.page.click('#push')
    await dev.page.waitForFunction(`document.querySelector('[role=status]').innerText.startsWith('Created stack')`)
    expect(await client.listMaps()).toMatchObject([{ name: 'stack', nodes: [{ id: 'web' }, { id: 'db' }] }])
    await client.deleteMap((await client.listMaps())[0]!.id)
  })

  it('answers to its own name and its secret path alone', async () => {
    await using dev = await openDev('shop.json', file())
    const { port, pathname, origin } = new URL(dev.address)
    const statusOf = (host: string, path: string, method = 'GET') =>
      new Promise((resolve, reject) => {
        const headers = { Host: host }
        request({ host: '127.0.0.1', port, path, method, headers }, ({ statusCode }) => resolve(statusCode))
          .on('error', reject)
          .end()
      })
    expect(await statusOf(`127.0.0.1:${port}`, pathname)).toBe(200)
    expect(await statusOf(`localhost:${port}`, pathname)).toBe(200)
    expect(await statusOf(`evil.example:${port}`, pathname)).toBe(403)
    expect(await statusOf(`evil.example:${port}`, `${pathname}push`, 'POST')).toBe(403)
    expect(await statusOf(`127.0.0.1:${port}`, '/')).toBe(404)
    expect(await statusOf(`127.0.0.1:${port}`, '/push', 'POST')).toBe(404)
    const { headers } = await fetch(`${origin}${pathname}`, { headers: { Origin: 'https://evil.example' } })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await client.listMaps()).toEqual([])
  })

  it('is quick', async ({ annotate }) => {
    const nodes = Array.from({ length: 50 }, (_, index) => ({ id: `s${index}`, label: `Service ${index}`, tech: 'Go' }))
    const edges = Array.from({ length: 80 }, (_, index) => ({
      source: `s${index % 50}`,
      target: `s${(index * 7 + 1) % 50}`,
    }))
    await using dev = await openDev('large.json', file({ name: 'Large', nodes, edges }))
    const durations: number[] = []
    const saves = times(4, 10)
    for (let version = 2; version < 2 + saves; version++) {
      const began = performance.now()
      await dev.save(file({ name: `Large ${version}`, nodes, edges }))
      await showsPicture(dev.page, version)
      durations.push(performance.now() - began)
    }
    const median = durations.toSorted((a, b) => a - b)[saves / 2]!
    await annotate(
      `from a save to the picture of 50 services: ${Math.round(median)} ms, at most ${Math.round(Math.max(...durations))} ms`,
    )
    expect(durations).toHaveLength(saves)
  })
})
