import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { type Deadline, deadlineIn } from '@maps/shared/deadline'
import type { ExportTask } from '@maps/shared/export-job'
import { createLogger } from '@maps/shared/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiUrl, mapOf } from '../../../test/maps/sample-map.ts'
import type { BrowserTransport } from '../browser-api.ts'
import { MapTooCostly, ChromiumTimedOut, RenderRefused } from '../renderers/renderer.ts'
import { createRender } from './render.ts'
import { openWarmThreads } from './warm-threads.ts'

const never = new AbortController().signal
const soon = (): Deadline => deadlineIn(30_000)
const log = createLogger('test', 'silent')
const costlyThread = new URL('../../../test/faults/costly-thread.ts', import.meta.url)
const LIMIT_MS = 1_000
const withinASecond = (): number => LIMIT_MS
/** A call to Chromium without a response until it is aborted. */
const untilAborted = (signal?: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
const browser: BrowserTransport = {
  measureTexts: (_runs, signal) => untilAborted(signal),
  paintPicture: (_picture, signal) => untilAborted(signal),
}
const threads = openWarmThreads({ tasks: 1, log })
const costlyThreads = openWarmThreads({ tasks: 2, log, module: costlyThread })
const render = createRender(threads, browser)
const renderCostly = createRender(costlyThreads, browser, withinASecond)
beforeAll(() => threads.whenReady())
afterAll(() => Promise.all([threads.close(), costlyThreads.close()]))

function newTask(task: Partial<ExportTask> = {}): ExportTask {
  const map = JSON.stringify(mapOf([{ id: 'tea', label: 'Teapot' }]))
  const own = { key: 'a'.repeat(64), workspaceId: randomUUID(), mapId: randomUUID() }
  return { ...own, format: 'markdown', options: {}, map, apiUrl, ...task }
}

describe('a render in a thread', () => {
  it('makes files, also in the last moments before a deadline', async () => {
    const { bytes } = await render(newTask(), soon(), never)
    expect(bytes.toString()).toContain('**Teapot**')
    const late = await render(newTask(), deadlineIn(4_000.5), never)
    expect(late.bytes.equals(bytes)).toBe(true)
  })

  it('passes on status and problems of refusals', async () => {
    const failure = await render(newTask({ format: 'notion', options: { part: '7' } }), soon(), never).catch((it) => it)
    expect(failure).toBeInstanceOf(RenderRefused)
    const problems = { part: 'must be a whole number from 1 to 1 for this map' }
    expect(failure).toMatchObject({ status: 400, problems })
    await expect(render(newTask({ map: '{"name":' }), soon(), never)).rejects.toMatchObject({ status: 500 })
  })

  it('passes on responses and errors of Chromium', async () => {
    const broken: BrowserTransport = { ...browser, measureTexts: () => Promise.reject(new Error('Chromium ended')) }
    const ownRender = createRender(threads, broken)
    const failure = await ownRender(newTask({ format: 'png' }), soon(), never).catch((it: unknown) => it)
    expect(failure).toMatchObject({ message: 'Chromium ended' })
    expect(failure).not.toBeInstanceOf(RenderRefused)
    const picture = Buffer.from('a picture')
    broken.measureTexts = async (runs) => JSON.stringify((JSON.parse(runs) as unknown[]).map(() => 10))
    broken.paintPicture = async () => picture
    expect((await ownRender(newTask({ format: 'png' }), soon(), never)).bytes.toString()).toBe('a picture')
    // The memory of the picture was copied, not transferred.
    expect(picture.toString()).toBe('a picture')
  })

  it('ends the thread of an aborted export, and starts another one for the next', async () => {
    const stop = new AbortController()
    const stuck = render(newTask({ format: 'png' }), soon(), stop.signal)
    setTimeout(() => stop.abort(new Error('the worker stops')), 100)
    await expect(stuck).rejects.toThrow('the worker stops')
    expect((await render(newTask(), soon(), never)).bytes.toString()).toContain('Teapot')
  })

  // See `loadHarfBuzz`: a thread with asynchronous modules cannot be ended while it starts.
  it('has no top-level await in the modules of its threads', () => {
    const require = createRequire(import.meta.url)
    expect(require('./warm-up.ts')).toHaveProperty('warmUp')
    expect(() => require('harfbuzzjs')).toThrow(expect.objectContaining({ code: 'ERR_REQUIRE_ASYNC_MODULE' }))
  })

  it('does not count the wait for Chromium against a map', async () => {
    const late = render(newTask({ format: 'png' }), deadlineIn(300), never)
    await expect(late).rejects.not.toBeInstanceOf(RenderRefused)
  })

  it('reports a picture that Chromium worked on until its timeout', async () => {
    const busy: BrowserTransport = {
      ...browser,
      measureTexts(_runs, signal, onStart) {
        onStart?.()
        return untilAborted(signal)
      },
    }
    const ownRender = createRender(threads, busy, withinASecond)
    const failure = ownRender(newTask({ format: 'png' }), soon(), never)
    await expect(failure).rejects.toBeInstanceOf(ChromiumTimedOut)
    const waiting = createRender(threads, browser, withinASecond)(newTask({ format: 'png' }), soon(), never)
    await expect(waiting).rejects.not.toBeInstanceOf(ChromiumTimedOut)
  })
})

describe('a map that keeps a thread busy without end', () => {
  const taskOf = (name: string): ExportTask => newTask({ map: JSON.stringify({ name }) })

  it.each([
    ['lists', /more memory than|longer than 1 s/],
    ['goes on', /longer than 1 s/],
  ])('is refused with any options after its limit of memory or processor time: %s', async (name, words) => {
    const failure = await renderCostly(taskOf(name), deadlineIn(50_000), never).catch((it: unknown) => it)
    expect(failure).toBeInstanceOf(MapTooCostly)
    expect(failure).toMatchObject({ status: 503, message: expect.stringMatching(words) })
  })

  it('is not refused where it only started late, or the thread failed', async () => {
    await expect(renderCostly(taskOf('goes on'), deadlineIn(LIMIT_MS / 2), never)).rejects.not.toBeInstanceOf(
      RenderRefused,
    )
    await expect(renderCostly(taskOf('breaks'), deadlineIn(30_000), never)).rejects.toThrow('the thread is broken')
  })

  it('is a file where only the machine was slow: time without processor time does not count', async () => {
    const { bytes } = await renderCostly(taskOf('waits'), deadlineIn(30_000), never)
    expect(bytes.toString()).toBe('a file')
  })
})
