import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BroadcastChannel } from 'node:worker_threads'
import { type Deadline, deadlineIn } from '@maps/shared/deadline'
import type { ExportTask } from '@maps/shared/export-job'
import { fileFormats } from '@maps/shared/file-formats'
import { createLogger } from '@maps/shared/logger'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiUrl, shopMap } from '../../../test/maps/sample-map.ts'
import { openColdThreads } from '../../../test/faults/cold-threads.ts'
import { createRender } from './render.ts'
import { instantBrowser } from './warm-up.ts'
import { openWarmThreads, type WarmThreadSettings } from './warm-threads.ts'

const never = new AbortController().signal
const soon = (): Deadline => deadlineIn(30_000)
const log = createLogger('test', 'silent')
const LIMIT_MS = 1_000
const slowStart = new URL('../../../test/faults/slow-start-thread.ts', import.meta.url)
const coldWatched = new URL('../../../test/faults/cold-watched-thread.ts', import.meta.url)
const coldLoading = new URL('../../../test/faults/cold-loading-thread.ts', import.meta.url)
const loading = new URL('../../../test/faults/loading-thread.ts', import.meta.url)
const watched = new URL('../../../test/faults/watched-thread.ts', import.meta.url)

/** Starts threads for a test. */
function open(settings: Partial<WarmThreadSettings> = {}, limitOf?: () => number) {
  const threads = openWarmThreads({ tasks: 2, log, module: slowStart, ...settings })
  onTestFinished(() => threads.close())
  return { threads, render: createRender(threads, instantBrowser, limitOf) }
}

function newTask(task: Partial<ExportTask> = {}): ExportTask {
  const own = { key: 'a'.repeat(64), workspaceId: randomUUID(), mapId: randomUUID() }
  const map = JSON.stringify({ name: 'quick' })
  return { ...own, format: 'markdown', options: {}, map, apiUrl, ...task }
}
const stuck = JSON.stringify({ name: 'stuck' })
/** The same, in the length of a heavy export. */
const heavyStuck = stuck.padEnd(600_000)

describe('render threads', () => {
  it('go on loading if the export that waits for one is given up', async () => {
    const { render } = open({ tasks: 1 })
    await expect(render(newTask(), deadlineIn(50), never)).rejects.toMatchObject({ name: 'TimeoutError' })
    const { bytes: first } = await render(newTask(), soon(), never)
    const { bytes: second } = await render(newTask(), soon(), never)
    // A thread that was ended would have used up an id.
    expect(Math.abs(Number(second) - Number(first))).toBeLessThanOrEqual(1)
  })

  it('make files even if they take longer to load than an export may take', async () => {
    const { render } = open({ module: loading }, () => LIMIT_MS)
    expect(String((await render(newTask(), soon(), never)).bytes)).toBe('a file')
  })

  it('control: never make one if they load during the export, and its time runs from the hand-over', async () => {
    const threads = openColdThreads(coldLoading, LIMIT_MS)
    onTestFinished(() => threads.close())
    const render = createRender(threads, instantBrowser)
    const attempt = (): Promise<unknown> => render(newTask(), soon(), never).catch((error: Error) => error.name)
    expect([await attempt(), await attempt()]).toEqual(['TimeoutError', 'TimeoutError'])
  })

  it('have a warm one in place of one that was ended', async () => {
    const { render } = open({ tasks: 1 })
    const { bytes: first } = await render(newTask(), soon(), never)
    const stop = new AbortController()
    const ended = render(newTask({ map: stuck }), soon(), stop.signal).catch((it: Error) => it.message)
    // The next thread warms up meanwhile.
    await sleep(1_500)
    stop.abort(new Error('the worker stops'))
    const next = await render(newTask(), soon(), never)
    expect(await ended).toBe('the worker stops')
    expect(next.bytes.equals(first)).toBe(false)
  })

  it('leave the last idle one to small exports', async () => {
    const { threads, render } = open({ tasks: 3 })
    await threads.whenReady()
    const stop = new AbortController()
    const heavy = [1, 2].map(() =>
      render(newTask({ map: heavyStuck }), soon(), stop.signal).catch((it: Error) => it.message),
    )
    for (let exports = 0; exports < 10; exports++) await render(newTask(), soon(), never)
    stop.abort(new Error('enough'))
    expect(await Promise.all(heavy)).toEqual(['enough', 'enough'])
  })

  it('take a heavy export where only one export is made at a time', async () => {
    const { render } = open({ tasks: 1 })
    const { bytes } = await render(newTask({ map: JSON.stringify({ name: 'quick' }).padEnd(600_000) }), soon(), never)
    expect(Number(bytes)).toBeGreaterThan(0)
  })

  it('say why the first one does not start', async () => {
    const { threads } = open({ module: new URL('no-such-module.ts', import.meta.url) })
    await expect(threads.whenReady()).rejects.toThrow('no-such-module')
  })

  it('have loaded all modules before the first export of any format', async () => {
    expect(await lateModules(watched)).toEqual([])
  })

  it('control: load many later without a warm-up', async () => {
    expect(await lateModules(coldWatched)).not.toEqual([])
  })
})

/** Exports a map in every format in such a thread. @returns the modules that the thread loads after it said to be warm */
async function lateModules(module: URL): Promise<string[]> {
  const late: string[] = []
  const channel = new BroadcastChannel('late-modules')
  onTestFinished(() => channel.close())
  channel.addEventListener('message', (event) => late.push(String((event as MessageEvent).data)))
  const { render } = open({ tasks: 1, module })
  for (const format of fileFormats) await render(newTask({ format, map: JSON.stringify(shopMap()) }), soon(), never)
  await sleep(200)
  return late
}
