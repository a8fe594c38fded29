import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Frame, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumFlags } from '../../services/render-worker/browser/flags.ts'
import { boardOf } from '../../test/maps/map-board.ts'
import { mapOf, shopMap } from '../../test/maps/sample-map.ts'
import { chromiumPath } from '../../test/rig/chromium.ts'
import { startPlugin } from './fake-figma.ts'

let chromium: Browser
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-figjam-'))
  const args = chromiumFlags(join(folder, 'profile'), process.getuid?.() !== 0)
  chromium = await puppeteer.launch({ executablePath: chromiumPath(), args, pipe: true })
})
afterAll(async () => {
  await chromium.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** As Figma does: the page stands in a frame of no origin, and the two talk by messages. */
const host = `<!doctype html><style>body { margin: 0 } iframe { border: 0; width: 360px; height: 400px }</style>
<script>
  window.sent = []
  window.onmessage = ({ data }) => {
    window.sent.push(data.pluginMessage)
    toPlugin(data.pluginMessage)
  }
  const openFrame = (html) => {
    const frame = document.createElement('iframe')
    frame.sandbox = 'allow-scripts'
    frame.srcdoc = html
    document.body.append(frame)
    return new Promise((resolve) => frame.addEventListener('load', () => resolve()))
  }
  const toUi = (message) => document.querySelector('iframe').contentWindow.postMessage({ pluginMessage: message }, '*')
</script>`

async function openPlugin(options: { doesAnswer: boolean } = { doesAnswer: true }) {
  const page = await chromium.newPage()
  await page.setViewport({ width: 360, height: 400, deviceScaleFactor: 2 })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url())) faults.push(request.url())
  })
  const plugin = startPlugin({ onTold: (message) => void page.evaluate(`toUi(${JSON.stringify(message)})`) })
  await page.exposeFunction('toPlugin', async (message: unknown) => {
    if (options.doesAnswer) await plugin.send(message)
  })
  await page.setContent(host)
  const html = await readFile(new URL('ui.html', import.meta.url), 'utf8')
  await page.evaluate(`openFrame(${JSON.stringify(html)})`)
  const ui = await page.waitForFrame((it) => it !== page.mainFrame())
  return { page, ui, plugin, faults, [Symbol.asyncDispose]: () => page.close() }
}

async function choose(ui: Frame, path: string): Promise<void> {
  const input = await ui.waitForSelector('input[type=file]')
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path)
}

/** Whether the page has such an element, a state such as `:disabled` included. */
async function isIn(ui: Frame, selector: string): Promise<boolean> {
  return (await ui.$(selector)) !== null
}

function textOf(ui: Frame, selector: string): Promise<string> {
  return ui.$eval(selector, (it) => it.textContent ?? '')
}

async function untilText(ui: Frame, selector: string, part: string): Promise<void> {
  const [where, what] = [JSON.stringify(selector), JSON.stringify(part)]
  await ui.waitForFunction(`document.querySelector(${where}).textContent.includes(${what})`)
}

const sentBy = (page: Page): Promise<unknown> => page.evaluate('window.sent')

describe('page of the FigJam importer', () => {
  it('shows what a real export holds, and imports it', async () => {
    await using it = await openPlugin()
    const { page, ui, plugin, faults } = it
    const bytes = await boardOf(shopMap())

    await choose(ui, await fileOf('shop.json', bytes))
    await untilText(ui, '#counts', 'shape')
    expect(await textOf(ui, '#name')).toBe('Shop & Co: #1 architecture')
    expect(await textOf(ui, '#counts')).toBe('10 shapes and 7 connectors')

    await ui.click('#import')
    await untilText(ui, '#note', 'Imported')
    expect(await textOf(ui, '#note')).toBe('Imported 10 shapes and 7 connectors. One undo takes them back.')
    expect(await sentBy(page)).toEqual([{ type: 'read', file: JSON.parse(String(bytes)) }, { type: 'import' }])
    expect(plugin.page.children).toMatchObject([{ type: 'SECTION', name: 'Shop & Co: #1 architecture' }])
    expect(faults).toEqual([])
  })

  it('counts one as one', async () => {
    await using it = await openPlugin()
    const map = mapOf([{ id: 'a' }], [{ source: 'a', target: 'a' }])

    await choose(it.ui, await fileOf('one.json', await boardOf(map)))

    await untilText(it.ui, '#counts', '1 shape and 1 connector')
    expect(await textOf(it.ui, '#counts')).toBe('1 shape and 1 connector')
  })

  it('shows a name that looks like markup as text', async () => {
    await using it = await openPlugin()
    const name = '<img src=x onerror=parent.postMessage(1,"*")>'

    await choose(it.ui, await fileOf('markup.json', await boardOf(mapOf([], [], name))))

    await untilText(it.ui, '#counts', '0 shapes')
    expect(await textOf(it.ui, '#name')).toBe(name)
    expect(await it.ui.$$('img')).toEqual([])
  })

  it('takes a file that is dropped', async () => {
    await using it = await openPlugin()

    const text = JSON.stringify(String(await boardOf(shopMap())))
    await it.ui.evaluate(`{
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([${text}], 'shop.json'))
      document.querySelector('#drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
    }`)

    await untilText(it.ui, '#counts', '10 shapes and 7 connectors')
  })

  it('imports with the keyboard alone', async () => {
    await using it = await openPlugin()
    await choose(it.ui, await fileOf('shop.json', await boardOf(shopMap())))
    await untilText(it.ui, '#counts', 'shape')

    await it.page.keyboard.press('Enter')

    await untilText(it.ui, '#note', 'Imported')
  })

  it.each([
    ['empty', '', 'This file is empty: download the export again.'],
    ['not JSON', '# Shop', 'This file is not JSON: choose the file that an export as “figma” gave you.'],
    [
      'not ours',
      '{"nodes":[]}',
      'This is not a FigJam export of Maps Service: choose the file that an export as “figma” gave you.',
    ],
  ])(
    'says in one sentence what is wrong with a file that is %s, and takes the next one',
    async (_what, text, sentence) => {
      await using it = await openPlugin()
      await choose(it.ui, await fileOf('bad.json', text))

      await untilText(it.ui, '#error', '.')
      expect(await textOf(it.ui, '#error')).toBe(sentence)
      // Otherwise the browser would not take the same file, mended, for another.
      expect(await it.ui.$eval('#file', (input) => (input as { value?: string }).value)).toBe('')
      expect(await isIn(it.ui, '#import:disabled')).toBe(true)

      await choose(it.ui, await fileOf('shop.json', await boardOf(shopMap())))
      await untilText(it.ui, '#counts', 'shape')
      expect(await textOf(it.ui, '#error')).toBe('')
    },
  )

  it('does not read a file that is too large', async () => {
    await using it = await openPlugin()
    const path = await fileOf('large.json', '')
    await truncate(path, 65 * 1024 * 1024)

    await choose(it.ui, path)

    await untilText(it.ui, '#error', 'too large')
    expect(await textOf(it.ui, '#error')).toBe('This file is too large: it has 65 MB, and an export has at most 64 MB.')
    expect(await sentBy(it.page)).toEqual([])
  })

  it('shows how far it is, can be cancelled, and keeps the file for another try', async () => {
    await using it = await openPlugin({ doesAnswer: false })
    const answer = (message: object): Promise<unknown> => it.page.evaluate(`toUi(${JSON.stringify(message)})`)
    await answer({ type: 'ready', name: 'Shop', shapes: 1500, connectors: 500 })
    await untilText(it.ui, '#counts', '1,500 shapes and 500 connectors')
    await it.ui.click('#import')
    await answer({ type: 'progress', done: 840, total: 2000 })

    await untilText(it.ui, '#step', '840 of 2,000')
    expect(await it.ui.$eval('progress', (bar) => (bar as { position?: number }).position)).toBeCloseTo(0.42)
    expect(await isIn(it.ui, '#file:disabled')).toBe(true)
    await it.ui.click('#cancel')
    await answer({ type: 'cancelled' })

    await untilText(it.ui, '#note', 'Cancelled: nothing was imported.')
    expect(await sentBy(it.page)).toEqual([{ type: 'import' }, { type: 'cancel' }])
    expect(await isIn(it.ui, '#import:enabled')).toBe(true)
  })

  it('keeps the file for another try when Figma refuses the import', async () => {
    await using it = await openPlugin({ doesAnswer: false })
    const answer = (message: object): Promise<unknown> => it.page.evaluate(`toUi(${JSON.stringify(message)})`)
    await answer({ type: 'ready', name: 'Shop', shapes: 1, connectors: 0 })
    await untilText(it.ui, '#counts', '1 shape')
    await it.ui.click('#import')

    await answer({ type: 'failed', message: 'Figma refused the import, and nothing of it was kept: why' })

    await untilText(it.ui, '#error', 'Figma refused')
    expect(await isIn(it.ui, '#import:enabled')).toBe(true)
  })
})
