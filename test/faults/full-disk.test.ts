import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { describe, expect, it } from 'vitest'
import { descendantsOf } from '../rig/process-tree.ts'
import { startSystem, type TestWorkspace } from '../rig/system.ts'
import { TOLERANCE_MS } from './run-size.ts'
import { markedMap, exportError } from './marked-maps.ts'

/** Less than the smallest picture has, and less than Chromium writes at its start. */
const FULL_DISK_BYTES = 1_024
const RECOVERED_WITHIN_MS = 15_000

/**
 * Limits the size of files that a process and its descendants write (RLIMIT_FSIZE). To a program, this looks like a full
 * disk, but it takes no mount. Processes that they start later inherit the limit.
 */
async function limitFileSize(pid: number, bytes: number | 'unlimited'): Promise<void> {
  const pids = [pid, ...descendantsOf(pid).map((it) => it.pid)]
  const limit = async (target: number): Promise<void> => {
    // Chromium runs as another user. In a container, root may lack the right to limit that user's processes.
    const { uid, gid } = await stat(`/proc/${target}`)
    await promisify(execFile)('prlimit', ['--pid', `${target}`, `--fsize=${bytes}:`], { uid, gid })
  }
  await Promise.all(pids.map(limit))
}

/** Creates a map and exports it. `error` is undefined if the export succeeded. */
async function exportNewMap(team: TestWorkspace, map: number, format: 'png' | 'markdown') {
  const { id } = await team.createMap(markedMap({ map, write: 1 }, 20))
  const started = performance.now()
  const response = await team.exportMap(id, format)
  return { ...response, error: exportError(map, format, response), ms: Math.round(performance.now() - started) }
}

// Only Linux can set this limit for another process.
describe.runIf(process.platform === 'linux')('a worker whose disk is full', () => {
  it('says so, writes texts all the same, and paints again by itself when there is room', async ({ annotate }) => {
    await using system = await startSystem()
    const worker = system.workers[0]!
    const team = await system.createWorkspace({ plan: 'pro' })
    // The control: without the limit, the export succeeds.
    expect((await exportNewMap(team, 1, 'png')).error).toBeUndefined()

    await limitFileSize(worker.pid, FULL_DISK_BYTES)
    const pictures = Promise.all([2, 3, 4].map((it) => exportNewMap(team, it, 'png')))
    expect((await exportNewMap(team, 5, 'markdown')).error).toBeUndefined()
    for (const { status, headers, ms } of await pictures) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('5')
      expect(ms).toBeLessThan(EXPORT_DEADLINE_MS + TOLERANCE_MS)
    }
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(503)
    expect((await exportNewMap(team, 6, 'markdown')).error).toBeUndefined()

    await limitFileSize(worker.pid, 'unlimited')
    const unlimited = performance.now()
    let map = 10
    const error = async () => (await exportNewMap(team, map++, 'png')).error
    await expect.poll(error, { timeout: RECOVERED_WITHIN_MS }).toBeUndefined()
    const elapsed = Math.round(performance.now() - unlimited)
    const slowest = Math.max(...(await pictures).map((it) => it.ms))
    await annotate(`pictures refused after at most ${slowest} ms, texts served, healed after ${elapsed} ms`, 'measured')
  })
})
