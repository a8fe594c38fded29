import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import type { ExportJob } from '@maps/shared/export-job'
import { createLogger } from '@maps/shared/logger'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { apiUrl, mapOf } from '../../../test/maps/sample-map.ts'
import type { BrowserTransport } from '../browser-api.ts'
import { MapTooCostly, ChromiumTimedOut, RenderRefused } from '../renderers/renderer.ts'
import { openRenderPool } from './pool.ts'

const never = new AbortController().signal
const log = createLogger('test', 'silent')
const costlyThread = new URL('../../../test/faults/costly-thread.ts', import.meta.url)
/** A call to Chromium without a response until it is aborted. */
const untilAborted = (signal?: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
const browser: BrowserTransport = {
  measureTexts: (_runs, signal) => untilAborted(signal),
  paintPicture: (_picture, signal) => untilAborted(signal),
}
const pool = openRenderPool({ threads: 1, browser, log })
const costly = openRenderPool({ threads: 2, browser, log, module: costlyThread })
afterAll(() => Promise.all([pool.close(), costly.close()]))

function newJob(job: Partial<ExportJob> = {}): ExportJob {
  const map = JSON.stringify(mapOf([{ id: 'tea', label: 'Teapot' }]))
  const own = { key: 'a'.repeat(64), workspaceId: randomUUID(), mapId: randomUUID() }
  return { ...own, format: 'markdown', options: {}, map, apiUrl, deadline: Date.now() + 30_000, ...job }
}

describe('a pool of render threads', () => {
  it('makes files, also in the last moments before a deadline', async () => {
    const { bytes } = await pool.render(newJob(), never)
    expect(bytes.toString()).toContain('**Teapot**')
    const late = await pool.render(newJob({ deadline: Date.now() + 4_000.5 }), never)
    expect(late.bytes.equals(bytes)).toBe(true)
  })

  it('passes on status and problems of refusals', async () => {
    const failure = await pool.render(newJob({ format: 'notion', options: { part: '7' } }), never).catch((it) => it)
    expect(failure).toBeInstanceOf(RenderRefused)
    const problems = { part: 'must be a whole number from 1 to 1 for this map' }
    expect(failure).toMatchObject({ status: 400, problems })
    await expect(pool.render(newJob({ map: '{"name":' }), never)).rejects.toMatchObject({ status: 500 })
  })

  it('passes on responses and errors of Chromium', async () => {
    const broken: BrowserTransport = { ...browser, measureTexts: () => Promise.reject(new Error('Chromium ended')) }
    await using parts = new AsyncDisposableStack()
    const ownPool = parts.adopt(openRenderPool({ threads: 1, browser: broken, log }), (it) => it.close())
    const failure = await ownPool.render(newJob({ format: 'png' }), never).catch((it: unknown) => it)
    expect(failure).toMatchObject({ message: 'Chromium ended' })
    expect(failure).not.toBeInstanceOf(RenderRefused)
    const picture = Buffer.from('a picture')
    broken.measureTexts = async (runs) => JSON.stringify((JSON.parse(runs) as unknown[]).map(() => 10))
    broken.paintPicture = async () => picture
    expect((await ownPool.render(newJob({ format: 'png' }), never)).bytes.toString()).toBe('a picture')
    // The memory of the picture was copied, not transferred.
    expect(picture.toString()).toBe('a picture')
  })

  it('ends the thread of an aborted export, and starts another one for the next', async () => {
    const stop = new AbortController()
    const stuck = pool.render(newJob({ format: 'png' }), stop.signal)
    setTimeout(() => stop.abort(new Error('the worker stops')), 100)
    await expect(stuck).rejects.toThrow('the worker stops')
    expect((await pool.render(newJob(), never)).bytes.toString()).toContain('Teapot')
  })

  // See `loadHarfBuzz`: a thread with asynchronous modules cannot be ended while it starts.
  it('has no top-level await in the modules of its threads', () => {
    const require = createRequire(import.meta.url)
    expect(require('./render-thread.ts')).toHaveProperty('render')
    expect(() => require('harfbuzzjs')).toThrow(expect.objectContaining({ code: 'ERR_REQUIRE_ASYNC_MODULE' }))
  })

  it('does not count the wait for Chromium against a map', async () => {
    const late = pool.render(newJob({ format: 'png', deadline: Date.now() + 300 }), never)
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
    await using parts = new AsyncDisposableStack()
    const ownPool = parts.adopt(openRenderPool({ threads: 1, browser: busy, log }), (it) => it.close())
    const failure = ownPool.render(newJob({ format: 'png' }), never)
    await expect(failure).rejects.toBeInstanceOf(ChromiumTimedOut)
    const waiting = pool.render(newJob({ format: 'png' }), never)
    await expect(waiting).rejects.not.toBeInstanceOf(ChromiumTimedOut)
  }, 60_000)
})

describe('a map that keeps a thread busy without end', () => {
  const tooCostly = async (job: ExportJob): Promise<unknown> => {
    const failure = await costly.render(job, never).catch((it: unknown) => it)
    return failure instanceof MapTooCostly && failure
  }
  const mapNamed = (name: string): string => JSON.stringify({ name })

  it('is refused with any options after its limit of time or memory', async () => {
    // On a busy machine a thread may get too little processor time: then the pool allows another try.
    const endings = { grows: /more memory than|longer than 5 s/, 'goes on': /longer than 5 s/ }
    const refused = Object.entries(endings).map(async ([name, words]) => {
      const failure = await vi.waitUntil(() => tooCostly(newJob({ map: mapNamed(name) })), { timeout: 60_000 })
      expect(failure).toMatchObject({ status: 503, message: expect.stringMatching(words) })
    })
    await Promise.all(refused)
  }, 60_000)

  it('is not refused where it only started late, or the thread failed', async () => {
    const late = costly.render(newJob({ map: mapNamed('goes on'), deadline: Date.now() + 3_000 }), never)
    await expect(late).rejects.not.toBeInstanceOf(RenderRefused)
    await expect(costly.render(newJob({ map: mapNamed('breaks') }), never)).rejects.toThrow('the thread is broken')
  })
})
