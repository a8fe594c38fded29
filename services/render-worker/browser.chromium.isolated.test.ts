import { deadlineIn } from '@maps/shared/deadline'
import { createLogger } from '@maps/shared/logger'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chromiumPath, openTestBrowser } from '../../test/rig/chromium.ts'
import { descendantsOf, runningProcesses, survivorsOf } from '../../test/rig/process-tree.ts'
import { type Browser, createBrowser, openBrowser } from './browser.ts'
import { confinements } from './browser/confinement.ts'
import { launchChromium } from './browser/launch.ts'
import { supervise } from './browser/supervisor.ts'
import { pack } from './page/packing.ts'
import type { Drawing } from './scene/draw/display-list.ts'
import type { FontFace, TextRun } from './scene/text/font.ts'

function textRun(text: string, face: FontFace = 'sans'): TextRun {
  return { text, font: { face, size: 20, weight: 400 } }
}

function drawingOf(...texts: TextRun[]): Drawing {
  const style = { color: '#000000', align: 'left', isRightToLeft: false } as const
  const items = texts.map((it, index) => ({ kind: 'text' as const, x: 4, y: 24 + index * 30, ...it, ...style }))
  return { width: 200, height: 30 * texts.length, background: '#ffffff', isOpaque: true, items }
}

/** Counts the pixels that are not white. */
function inkOf(png: Buffer): number {
  const { data } = PNG.sync.read(png)
  let ink = 0
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 200) ink++
  return ink
}

/** Opens a browser of one page, which has more than the worker's second to stop an aborted job: a busy machine may take that for a strip. */
async function openPatientBrowser(): Promise<Browser> {
  const supervisor = await supervise({
    launch: () => launchChromium(chromiumPath(), confinements().at(-1)!, 1),
    log: createLogger('test', 'silent'),
    pageCount: 1,
    jobsPerReset: 10_000,
    maxMemoryMb: 10_000,
    jobsPerChromium: 10_000,
    settleMs: 5_000,
    relaunchMs: 1_000,
  })
  return createBrowser(supervisor)
}

/** Pids of the main processes of Chromium below this process. */
function chromiumPids(): number[] {
  const children = runningProcesses().filter((it) => it.parent === process.pid)
  return children.map((it) => it.pid).filter((pid) => argumentsOf(pid).includes('--remote-debugging-pipe'))
}

function argumentsOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
}

function profileOf(pid: number): string {
  const profile = argumentsOf(pid).find((it) => it.startsWith('--user-data-dir='))
  return profile?.split('=')[1] ?? ''
}

/** Number of processes in a group, without zombies. */
function groupSize(group: number): number {
  return runningProcesses().filter((it) => it.group === group).length
}

describe('a picture', () => {
  let browser: Browser
  beforeAll(async () => void (browser = await openTestBrowser(1)))
  afterAll(() => browser[Symbol.asyncDispose]())

  it('paints the pixels of the drawing', async () => {
    const square = { kind: 'rect', x: 10, y: 10, width: 10, height: 10, radius: 0, fill: '#ff0000' } as const
    const bytes = await browser.paint({ ...drawingOf(), width: 30, height: 30, items: [square] }, 2)
    const { width, height, data } = PNG.sync.read(bytes)
    expect([width, height]).toEqual([60, 60])
    expect([...data.subarray((60 * 30 + 30) * 4, (60 * 30 + 30) * 4 + 4)]).toEqual([255, 0, 0, 255])
    expect([...data.subarray(0, 4)]).toEqual([255, 255, 255, 255])
  })

  it('paints a drawing of several messages', async () => {
    const size = { ...drawingOf(), width: 200, height: 60 }
    const [text] = drawingOf(textRun('Größe 👩‍💻')).items
    const beyond = drawingOf(textRun('👩‍💻'.repeat(10))).items.map((it) => ({ ...it, y: -1_000 }))
    const long = Array.from({ length: 20_000 }, () => beyond).flat()
    const picture = await browser.paint({ ...size, items: [...long, text!] }, 1)
    expect(picture.equals(await browser.paint({ ...size, items: [text!] }, 1))).toBe(true)
  })

  it.each([`Ễ${'\u0344'.repeat(6)}`, `ب${'\u064f'.repeat(6)}`, 'gjpqy', '👩‍💻', '❤️✈️☎'])(
    'is complete where two strips meet: %s',
    async (text) => {
      // A strip of a picture 1024 px wide has 1024 rows.
      const linesAt = async (y: number): Promise<Buffer> => {
        const style = { color: '#000000', align: 'left', isRightToLeft: false } as const
        const items = [{ kind: 'text' as const, x: 40, y, text, font: textRun('').font, ...style }]
        const png = await browser.paint({ ...drawingOf(), width: 1_024, height: 1_300, items }, 1)
        return PNG.sync.read(png).data.subarray((y - 200) * 4_096, (y + 200) * 4_096)
      }
      const within = await linesAt(500)

      for (const y of [1_008, 1_010, 1_018, 1_024, 1_030, 1_043, 1_048, 1_066, 1_072, 1_080])
        expect((await linesAt(y)).equals(within), `at ${y}`).toBe(true)
    },
  )

  it('is transparent without a background', async () => {
    const bytes = await browser.paint({ ...drawingOf(), height: 30, background: undefined, isOpaque: false }, 1)
    expect([...PNG.sync.read(bytes).data.subarray(0, 4)]).toEqual([0, 0, 0, 0])
  })

  it('gives the same bytes for the same drawing, in another Chromium too', async () => {
    await using first = await openTestBrowser(1)
    await using second = await openTestBrowser(2)
    const drawing = drawingOf(textRun('Hello'), textRun('数据库', 'sketch'), textRun('x → y', 'mono'))
    const pictures = [await first.paint(drawing, 2), await first.paint(drawing, 2), await second.paint(drawing, 2)]
    expect(pictures[1]).toEqual(pictures[0])
    expect(pictures[2]).toEqual(pictures[0])
  })

  it.each([
    ['Latin', 'Hello'],
    ['Vietnamese', 'Tiếng Việt'],
    ['Chinese', '数据库'],
    ['Japanese', 'データ'],
    ['Korean', '한국어'],
    ['Arabic', 'مرحبا'],
    ['Hebrew', 'שלום'],
    ['Thai', 'สวัสดี'],
    ['Hindi', 'हिन्दी'],
    ['arrows and rupees', '→ ↔ ₹'],
    ['mathematics', '∑ ⟶ ∞ ①'],
  ])('has glyphs for %s', async (_script, text) => {
    const letters = [...new Intl.Segmenter('und').segment(text)].map((it) => it.segment).filter((it) => it !== ' ')
    const box = await browser.paint(drawingOf(textRun('\u{10fffd}')), 1)
    const pictures = await Promise.all(letters.map((it) => browser.paint(drawingOf(textRun(it)), 1)))
    expect(pictures.filter((it) => it.equals(box))).toEqual([])
    for (const picture of pictures) expect(inkOf(picture)).toBeGreaterThan(2)
  })

  it('joins a sequence of emoji into one', async () => {
    const [family, one, two] = await browser.measure([textRun('👩‍💻'), textRun('👩'), textRun('👩💻')])
    expect(family).toBe(one)
    expect(two).toBeCloseTo(2 * (one ?? 0))
  })

  it('paints each face with its own letters', async () => {
    const drawings = (['sans', 'sketch', 'mono'] as const).map((face) => drawingOf(textRun('Maps', face)))
    const pictures = await Promise.all(drawings.map((it) => browser.paint(it, 1)))
    expect(new Set(pictures.map((it) => it.toString('base64'))).size).toBe(3)
  })

  it('refuses a drawing larger than any canvas, and paints the next', async () => {
    await expect(browser.paint({ ...drawingOf(), width: 100_000, height: 100_000 }, 1)).rejects.toThrow('paint failed')
    expect(await browser.measure([textRun('still there')])).toHaveLength(1)
  })
})

describe('browser', () => {
  it('comes back after its Chromium was killed', async () => {
    await using browser = await openTestBrowser(1)
    const [pid = 0] = chromiumPids()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => browser.isReady(), { interval: 5 }).toBe(false)
    const bytes = await browser.paint(drawingOf(textRun('back')), 1)
    expect(inkOf(bytes)).toBeGreaterThan(2)
    expect(chromiumPids()).not.toContain(pid)
  })

  it('comes back after a page crashed', async () => {
    await using browser = await openTestBrowser(1)
    const [pid = 0] = chromiumPids()
    const group = runningProcesses().filter((it) => it.group === pid)
    // Chromium rewrites the command line of its children, with spaces between the arguments.
    const renderers = group.map((it) => it.pid).filter((it) => argumentsOf(it).join(' ').includes('--type=renderer'))

    for (const renderer of renderers) process.kill(renderer, 'SIGKILL')
    await expect.poll(() => browser.isReady(), { interval: 5 }).toBe(false)

    const bytes = await browser.paint(drawingOf(textRun('back')), 1)
    expect(renderers.length).toBeGreaterThan(0)
    expect(inkOf(bytes)).toBeGreaterThan(2)
    expect(chromiumPids()).not.toContain(pid)
  })

  it('fails one job when its folder was removed, and comes back', async () => {
    await using browser = await openTestBrowser(1)
    const [pid = 0] = chromiumPids()
    // Chromium writes larger pictures into files.
    const items = Array.from({ length: 8_000 }, (_, index) => {
      const x = (index * 7_919) % 4_000
      const y = (index * 104_729) % 4_000
      const size = { width: 1 + (index % 13), height: 1 + (index % 7), radius: 0 }
      return { kind: 'rect' as const, x, y, ...size, fill: `hsl(${index % 360} 50% 50%)` }
    })
    const drawing = { width: 4_000, height: 4_000, background: undefined, isOpaque: false, items }
    const before = await browser.paint(drawing, 1)

    await rm(profileOf(pid), { recursive: true })
    const failing = browser.paint(drawing, 1)

    await expect(failing).rejects.toThrow('a picture was not handed over: NotReadableError')
    expect((await browser.paint(drawing, 1)).equals(before)).toBe(true)
    await expect.poll(() => groupSize(pid), { timeout: 8_000 }).toBe(0)
  })

  it('ends a hung Chromium when a job is aborted, and starts a fresh one', async () => {
    await using browser = await openTestBrowser(1)
    const [pid = 0] = chromiumPids()
    process.kill(-pid, 'SIGSTOP')
    const stuck = browser.measureTexts(JSON.stringify([textRun('stuck')]), AbortSignal.timeout(200))
    await expect(stuck).rejects.toThrow('timeout')
    expect(await browser.measure([textRun('again')])).toHaveLength(1)
    await expect.poll(() => groupSize(pid), { timeout: 8_000 }).toBe(0)
  })

  it('stops painting at the timeout of a job, and keeps the same Chromium', async () => {
    await using browser = await openPatientBrowser()
    // The Chromium of another test may still be ending.
    await expect.poll(() => chromiumPids().length, { timeout: 8_000 }).toBe(1)
    const [pid] = chromiumPids()
    const run = { text: '👩🏽‍❤️‍💋‍👨🏿👨‍👩‍👧‍👦', font: textRun('').font, align: 'left', isRightToLeft: false } as const
    // Chromium draws an emoji anew in each colour.
    const items = Array.from({ length: 4_000 }, (_, index) => {
      return { kind: 'text' as const, ...run, x: 4, y: index * 200, color: `rgb(${index % 256} ${index >> 8} 0)` }
    })
    // Loads the emoji font of several megabytes.
    await browser.paint(drawingOf(textRun(run.text)), 1)
    // Painting it all would take longer than the job has to stop.
    const size = { width: 4_000, height: 800_000 }
    const pageDeadline = deadlineIn(400)
    const drawing = new TextEncoder().encode(JSON.stringify(pack({ ...drawingOf(), ...size, items })))
    const picture = { drawing, scale: 1, ...size, isOpaque: true, chunks: new Uint8Array(), pageDeadline }
    const long = browser.paintPicture(picture, AbortSignal.timeout(300))

    // On a busy machine, the page may find its own limit first.
    await expect(long).rejects.toThrow(/timeout|takes too long/)
    expect(await browser.measure([textRun('again')])).toHaveLength(1)
    expect(chromiumPids()).toEqual([pid])
  })

  it('leaves neither process nor folder behind', async () => {
    const browser = await openTestBrowser(1)
    const [pid = 0] = chromiumPids()
    const profile = profileOf(pid)
    expect(existsSync(profile)).toBe(true)
    expect(groupSize(pid)).toBeGreaterThan(1)
    await browser[Symbol.asyncDispose]()
    expect(groupSize(pid)).toBe(0)
    expect(existsSync(profile)).toBe(false)
  })

  it('leaves no process behind when the process of its owner is killed', async () => {
    const program = fileURLToPath(import.meta.resolve('../../test/faults/browser-owner.ts'))
    const owner = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(owner.stdout, 'data')
    const processes = descendantsOf(owner.pid!)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    expect(processes.length).toBeGreaterThan(1)
    expect(await survivorsOf(processes, 5_000)).toEqual([])
  })

  it('hides the secrets of the worker from Chromium', async () => {
    vi.stubEnv('REDIS_URL', 'redis://:secret-of-the-worker@localhost')
    await using browser = await openTestBrowser(1)
    vi.unstubAllEnvs()
    expect(browser.isReady()).toBe(true)
    const [pid = 0] = chromiumPids()
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(environment).toContain('FONTCONFIG_FILE=')
    expect(environment).not.toContain('secret-of-the-worker')
  })

  it('says why it cannot start', async () => {
    const opening = openBrowser({ executablePath: '/no/such/chromium', log: createLogger('test', 'silent') })
    await expect(opening).rejects.toThrow('/no/such/chromium')
  })

  it('fails at once where the program ends, also with a remaining child process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maps-program-'))
    await chmod(folder, 0o755)
    const program = join(folder, 'chromium')
    await writeFile(program, '#!/bin/sh\nsleep 60 2>&- &\necho "no display" >&2\nexit 1\n', { mode: 0o755 })
    const opening = openBrowser({ executablePath: program, log: createLogger('test', 'silent') })
    // A call into Chromium would time out after 10 s.
    const outcome = await Promise.race([opening.catch(String), sleep(8_000, 'nothing')])
    await rm(folder, { recursive: true })
    expect(outcome).toMatch(/^SetupError: CHROMIUM_PATH: .* does not start: .*: no display$/)
  })
})
