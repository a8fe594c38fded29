import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Frame, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumFlags } from '../../services/render-worker/browser/flags.ts'
import { exportFigma } from '../../test/maps/figma-export.ts'
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

/** A page in place of Figma: a sandboxed frame holds the plugin's window, and messages connect it with the plugin. */
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

/** Opens the plugin's window. @param isConnected whether the plugin receives its messages */
async function openPlugin({ isConnected = true } = {}) {
  const page = await chromium.newPage()
  await page.setViewport({ width: 360, height: 400, deviceScaleFactor: 2 })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url())) errors.push(request.url())
  })
  const sendToUi = (message: object) => page.evaluate(`toUi(${JSON.stringify(message)})`)
  const plugin = startPlugin({ onMessage: (message) => void sendToUi(message) })
  await page.exposeFunction('toPlugin', async (message: unknown) => {
    if (isConnected) await plugin.send(message)
  })
  await page.setContent(host)
  const html = await readFile(new URL('ui.html', import.meta.url), 'utf8')
  await page.evaluate(`openFrame(${JSON.stringify(html)})`)
  const ui = await page.waitForFrame((it) => it !== page.mainFrame())
  return { page, ui, plugin, errors, sendToUi, [Symbol.asyncDispose]: () => page.close() }
}

async function choose(ui: Frame, path: string): Promise<void> {
  const input = await ui.waitForSelector('input[type=file]')
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path)
}

/** Whether an element matches a selector, which may name a state such as `:disabled`. */
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
  it('shows the content of a real export, and imports it', async () => {
    await using importer = await openPlugin()
    const { page, ui, plugin, errors } = importer
    const bytes = await exportFigma(shopMap())
    await choose(ui, await fileOf('shop.json', bytes))
    await untilText(ui, '#counts', 'shape')
    expect(await textOf(ui, '#name')).toBe('Shop & Co: #1 architecture')
    expect(await textOf(ui, '#counts')).toBe('10 shapes and 7 connectors')
    await ui.click('#import')
    await untilText(ui, '#note', 'Imported')
    expect(await textOf(ui, '#note')).toBe('Imported 10 shapes and 7 connectors. One undo takes them back.')
    expect(await sentBy(page)).toEqual([{ type: 'read', file: JSON.parse(String(bytes)) }, { type: 'import' }])
    expect(plugin.page.children).toMatchObject([{ type: 'SECTION', name: 'Shop & Co: #1 architecture' }])
    expect(errors).toEqual([])
  })

  it('counts one as one', async () => {
    await using importer = await openPlugin()
    const map = mapOf([{ id: 'a' }], [{ source: 'a', target: 'a' }])
    await choose(importer.ui, await fileOf('one.json', await exportFigma(map)))
    await untilText(importer.ui, '#counts', '1 shape and 1 connector')
    expect(await textOf(importer.ui, '#counts')).toBe('1 shape and 1 connector')
  })

  it('shows a name that looks like markup as text', async () => {
    await using importer = await openPlugin()
    const name = '<img src=x onerror=parent.postMessage(1,"*")>'
    await choose(importer.ui, await fileOf('markup.json', await exportFigma(mapOf([], [], name))))
    await untilText(importer.ui, '#counts', '0 shapes')
    expect(await textOf(importer.ui, '#name')).toBe(name)
    expect(await importer.ui.$$('img')).toEqual([])
  })

  it('takes a dropped file', async () => {
    await using importer = await openPlugin()
    const text = JSON.stringify(String(await exportFigma(shopMap())))
    await importer.ui.evaluate(`{
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([${text}], 'shop.json'))
      document.querySelector('#drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
    }`)
    await untilText(importer.ui, '#counts', '10 shapes and 7 connectors')
  })

  it('imports with the keyboard alone', async () => {
    await using importer = await openPlugin()
    await choose(importer.ui, await fileOf('shop.json', await exportFigma(shopMap())))
    await untilText(importer.ui, '#counts', 'shape')
    await importer.page.keyboard.press('Enter')
    await untilText(importer.ui, '#note', 'Imported')
  })

  it.each([
    ['empty', '', 'This file is empty: download the export again.'],
    ['not JSON', '# Shop', 'This file is not JSON: choose the file that an export as “figma” gave you.'],
    [
      'not ours',
      '{"nodes":[]}',
      'This is not a FigJam export of Maps Service: choose the file that an export as “figma” gave you.',
    ],
  ])('reports in one sentence that a file is %s, and takes the next one', async (_what, text, sentence) => {
    await using importer = await openPlugin()
    await choose(importer.ui, await fileOf('bad.json', text))

    await untilText(importer.ui, '#error', '.')
    expect(await textOf(importer.ui, '#error')).toBe(sentence)
    // Else the browser fires no event when the user chooses the same file again.
    expect(await importer.ui.$eval('#file', (input) => (input as { value?: string }).value)).toBe('')
    expect(await isIn(importer.ui, '#import:disabled')).toBe(true)

    await choose(importer.ui, await fileOf('shop.json', await exportFigma(shopMap())))
    await untilText(importer.ui, '#counts', 'shape')
    expect(await textOf(importer.ui, '#error')).toBe('')
  })

  it('does not read a file that is too large', async () => {
    await using importer = await openPlugin()
    const path = await fileOf('large.json', '')
    await truncate(path, 65 * 1024 * 1024)
    await choose(importer.ui, path)
    await untilText(importer.ui, '#error', 'too large')
    expect(await textOf(importer.ui, '#error')).toBe(
      'This file is too large: it has 65 MB, and an export has at most 64 MB.',
    )
    expect(await sentBy(importer.page)).toEqual([])
  })

  it('shows its progress, can be cancelled, and keeps the file for another try', async () => {
    await using importer = await openPlugin({ isConnected: false })
    const { sendToUi } = importer
    await sendToUi({ type: 'ready', name: 'Shop', shapes: 1500, connectors: 500 })
    await untilText(importer.ui, '#counts', '1,500 shapes and 500 connectors')
    await importer.ui.click('#import')
    await sendToUi({ type: 'progress', done: 840, total: 2000 })
    await untilText(importer.ui, '#step', '840 of 2,000')
    expect(await importer.ui.$eval('progress', (bar) => (bar as { position?: number }).position)).toBeCloseTo(0.42)
    expect(await isIn(importer.ui, '#file:disabled')).toBe(true)
    await importer.ui.click('#cancel')
    await sendToUi({ type: 'cancelled' })
    await untilText(importer.ui, '#note', 'Cancelled: nothing was imported.')
    expect(await sentBy(importer.page)).toEqual([{ type: 'import' }, { type: 'cancel' }])
    expect(await isIn(importer.ui, '#import:enabled')).toBe(true)
  })

  it('keeps the file for another try when Figma refuses the import', async () => {
    await using importer = await openPlugin({ isConnected: false })
    const { sendToUi } = importer
    await sendToUi({ type: 'ready', name: 'Shop', shapes: 1, connectors: 0 })
    await untilText(importer.ui, '#counts', '1 shape')
    await importer.ui.click('#import')
    await sendToUi({ type: 'failed', message: 'Figma refused the import, and nothing of it was kept: why' })
    await untilText(importer.ui, '#error', 'Figma refused')
    expect(await isIn(importer.ui, '#import:enabled')).toBe(true)
  })
})
