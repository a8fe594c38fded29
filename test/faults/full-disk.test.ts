import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { describe, expect, it } from 'vitest'
import { descendantsOf } from '../rig/process-tree.ts'
import { startSystem, type TestWorkspace } from '../rig/system.ts'
import { ROOM_MS } from './run-size.ts'
import { signedMap, whatIsWrong } from './signed-maps.ts'

/** Bytes: less than the smallest picture has, and than a Chromium needs to start. */
const NO_ROOM = 1_024
const HEALS_WITHIN_MS = 15_000

/**
 * Has every write of a process and of all that it has started fail where a file would become larger: to a program, that is
 * a full disk, and takes neither a disk of its own nor the rights to mount one. What it starts later inherits the limit.
 */
async function limitFiles(pid: number, bytes: number | 'unlimited'): Promise<void> {
  const pids = [pid, ...descendantsOf(pid).map((it) => it.pid)]
  const limit = async (it: number): Promise<void> => {
    // Chromium has a user of its own, who alone may do this where root has not all its rights.
    const { uid, gid } = await stat(`/proc/${it}`)
    await promisify(execFile)('prlimit', ['--pid', `${it}`, `--fsize=${bytes}:`], { uid, gid })
  }
  await Promise.all(pids.map(limit))
}

/** Asks for the file of a new map. `fault` is undefined where it comes. */
async function exportNewMap(team: TestWorkspace, map: number, format: 'png' | 'markdown') {
  const { id } = await team.createMap(signedMap({ map, write: 1 }, 20))
  const asked = performance.now()
  const answer = await team.exportMap(id, format)
  return { ...answer, fault: whatIsWrong(map, format, answer), ms: Math.round(performance.now() - asked) }
}

// Other systems have no such limit that another process may set.
describe.runIf(process.platform === 'linux')('a worker whose disk is full', () => {
  it('says so, writes texts all the same, and paints again by itself when there is room', async ({ annotate }) => {
    await using system = await startSystem()
    const worker = system.workers[0]!
    const team = await system.createWorkspace({ plan: 'pro' })
    // The control: it is the room that is missing.
    expect((await exportNewMap(team, 1, 'png')).fault).toBeUndefined()

    await limitFiles(worker.pid, NO_ROOM)
    const pictures = Promise.all([2, 3, 4].map((it) => exportNewMap(team, it, 'png')))
    expect((await exportNewMap(team, 5, 'markdown')).fault).toBeUndefined()
    for (const { status, headers, ms } of await pictures) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('5')
      expect(ms).toBeLessThan(EXPORT_DEADLINE_MS + ROOM_MS)
    }
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(503)
    expect((await exportNewMap(team, 6, 'markdown')).fault).toBeUndefined()

    await limitFiles(worker.pid, 'unlimited')
    const hasRoom = performance.now()
    let map = 10
    const paints = async () => (await exportNewMap(team, map++, 'png')).fault
    await expect.poll(paints, { timeout: HEALS_WITHIN_MS }).toBeUndefined()
    const healed = Math.round(performance.now() - hasRoom)
    const slowest = Math.max(...(await pictures).map((it) => it.ms))
    await annotate(`pictures refused after at most ${slowest} ms, texts served, healed after ${healed} ms`, 'measured')
  })
})
