import { fileFormatTable } from '@maps/shared/file-formats'
import { createLogger } from '@maps/shared/logger'
import type { ArchitectureMap } from '@maps/shared/map'
import type { CDPSession } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiUrl, mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { chromiumPath, openTestBrowser } from '../../../test/rig/chromium.ts'
import { type Browser, createBrowser } from '../browser.ts'
import { createRenderers } from '../renderers/index.ts'
import type { Drawing } from '../scene/draw/display-list.ts'
import type { TextRun } from '../scene/text/font.ts'
import { confinements } from './confinement.ts'
import { launchChromium } from './launch.ts'
import { supervise } from './supervisor.ts'

const SECRET = 'project-nightingale'
const log = createLogger('test', 'silent')

async function render(browser: Browser, map: ArchitectureMap): Promise<Buffer> {
  const options = fileFormatTable.png.options.parse({ scale: '1' })
  return (await createRenderers(browser).png({ map, options, apiUrl })).bytes
}

function textRun(text: string): TextRun {
  return { text, font: { face: 'sans', size: 14, weight: 400 } }
}

function drawingOf(text: string): Drawing {
  const style = { color: '#000000', align: 'left', isRightToLeft: false } as const
  const items = [{ kind: 'text' as const, x: 4, y: 20, ...textRun(text), ...style }]
  return { width: 200, height: 30, background: '#ffffff', isOpaque: true, items }
}

describe('a picture', () => {
  /** Loads every font into the page, the emoji among them. */
  const before = mapOf([
    { id: 'a', label: `${SECRET} 😀 👩‍💻 1️⃣ ☎️ ❤️`, tech: '数据库 한국어 データ' },
    { id: 'b', label: 'مرحبا שלום हिन्दी สวัสดี', tech: '∑ ⟶ ∞ ① 🗺️' },
  ])
  /** Characters that several fonts have, as text or as emoji. */
  const signs = [...'↔☎✈☀❤™©®‼↩⌨①Ⓜ▪◻☁⚠✔➡⬅ℹ⏏♠☸⚗ 0123456789#*'].map((it, at) => ({ id: `${at}`, label: `${it} ${at}` }))

  it.each([
    ['of everyday text', shopMap()],
    ['of signs', mapOf(signs)],
  ])('%s is the same after any other map', async (_what, map) => {
    await using fresh = await openTestBrowser(1)
    await using used = await openTestBrowser(1)
    await render(used, before)
    expect((await render(used, map)).equals(await render(fresh, map))).toBe(true)
  })
})

describe('a page, after a job', () => {
  let browser: Browser
  let session: CDPSession
  beforeAll(async () => {
    const supervisor = await supervise({
      launch: async () => {
        const chromium = await launchChromium(chromiumPath(), confinements().at(-1)!, 1)
        session = chromium.pages[0]!.session
        return chromium
      },
      log,
      pageCount: 1,
      jobsPerReset: 1_000,
      maxMemoryMb: 10_000,
      jobsPerChromium: 10_000,
      settleMs: 1_000,
      relaunchMs: 1_000,
    })
    browser = createBrowser(supervisor)
  })
  afterAll(() => browser[Symbol.asyncDispose]())

  /** A heap snapshot: every reachable object and string. */
  async function heapText(): Promise<string> {
    const chunks: string[] = []
    const collect = ({ chunk }: { chunk: string }): void => void chunks.push(chunk)
    session.on('HeapProfiler.addHeapSnapshotChunk', collect)
    await session.send('HeapProfiler.takeHeapSnapshot', {})
    session.off('HeapProfiler.addHeapSnapshotChunk', collect)
    return chunks.join('')
  }

  async function countOf(type: 'Blob' | 'OffscreenCanvas'): Promise<number> {
    const objectGroup = 'count'
    const { result } = await session.send('Runtime.evaluate', { expression: `${type}.prototype`, objectGroup })
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId!, objectGroup })
    const functionDeclaration = 'function () { return this.length }'
    const count = await session.send('Runtime.callFunctionOn', { objectId: objects.objectId!, functionDeclaration })
    await session.send('Runtime.releaseObjectGroup', { objectGroup })
    return Number(count.result.value)
  }

  // V8 keeps the last text that a regular expression matched; the page has some for emoji and for stacked marks.
  it.each([SECRET, `${SECRET} 😀`, `${SECRET} e\u0302\u0301`])('holds none of its text: %s', async (text) => {
    await browser.measure([textRun(text)])
    await browser.paint(drawingOf(text), 1)
    expect(await heapText()).not.toContain(SECRET)
  })

  it('control: holds its text until a handle is released', async () => {
    const functionDeclaration = 'function (text) { return JSON.parse(text) }'
    const { result: page } = await session.send('Runtime.evaluate', { expression: 'globalThis' })
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: page.objectId!,
      functionDeclaration,
      arguments: [{ value: JSON.stringify(drawingOf('project-bluebird')) }],
    })

    expect(await heapText()).toContain('project-bluebird')
    await session.send('Runtime.releaseObject', { objectId: result.objectId! })
    expect(await heapText()).not.toContain('project-bluebird')
  })

  it('holds no picture', async () => {
    for (let times = 0; times < 3; times++) await browser.paint(drawingOf('picture'), 1)
    expect(await countOf('Blob')).toBe(0)
    expect(await countOf('OffscreenCanvas')).toBe(0)
  })

  it('holds nothing of a job that failed', async () => {
    const tooLarge = { ...drawingOf(SECRET), width: 100_000, height: 100_000 }
    await expect(browser.paint(tooLarge, 1)).rejects.toThrow('paint failed')
    expect(await heapText()).not.toContain(SECRET)
    expect(await countOf('OffscreenCanvas')).toBe(0)
  })

  it('holds none of the measured texts outside the heap snapshot', async () => {
    const heldBytes = async (): Promise<number> => {
      await session.send('HeapProfiler.collectGarbage')
      const usage = await session.send('Runtime.getHeapUsage')
      return usage.usedSize + usage.embedderHeapUsedSize
    }
    const measureTexts = async (round: number): Promise<void> => {
      const texts = Array.from({ length: 1_000 }, (_, index) => textRun(`a service called ${round}-${index}`))
      await browser.measure(texts)
    }
    await measureTexts(0)
    const before = await heldBytes()

    for (let round = 1; round <= 10; round++) await measureTexts(round)

    expect(await heldBytes()).toBeLessThan(before + 1_000_000)
  })

  it('runs no script of its own', async () => {
    const expression = `globalThis.ran = 'nothing'
      const script = document.createElement('script')
      script.textContent = 'ran = "a script"'
      document.documentElement.append(script)
      setTimeout(() => { ran = 'a timer' })
      const image = new Image()
      image.onerror = () => { ran = 'a listener' }
      image.src = 'data:,'
      new Promise((resolve) => resolve())`
    await session.send('Runtime.evaluate', { expression })
    await browser.paint(drawingOf('meanwhile'), 1)

    const { result } = await session.send('Runtime.evaluate', { expression: 'ran' })
    expect(result.value).toBe('nothing')
  })
})
