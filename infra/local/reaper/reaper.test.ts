import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRunning } from './is-running.ts'
import { isLocked } from './lock.ts'
import { LockHeldError, openReaper } from './reaper.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-reaper-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Starts a process that starts a child under a reaper, prints the child's pid and keeps running. */
async function startParent(): Promise<{ pid: number; childPid: number }> {
  const reaper = JSON.stringify(new URL('reaper.ts', import.meta.url).href)
  const child = JSON.stringify(new URL('../child.ts', import.meta.url).href)
  const program = `
    const { openReaper } = await import(${reaper})
    const { startChild } = await import(${child})
    const reaper = await openReaper(${JSON.stringify(join(folder, 'lock'))})
    reaper.removeAtEnd(${JSON.stringify(folder)})
    const sleeper = { name: 'sleeper', command: 'sleep', args: ['1000'], stopSignal: 'SIGTERM', stopWithinMs: 1000 }
    console.log((await startChild(sleeper, reaper)).pid)`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  return { pid: parent.pid!, childPid: Number(line) }
}

describe('the reaper', () => {
  it('ends the child of a killed parent, and removes its folders', async () => {
    const { pid, childPid } = await startParent()
    expect(isRunning(childPid)).toBe(true)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isRunning(childPid), { timeout: 5_000 }).toBe(false)
    await expect.poll(() => existsSync(folder), { timeout: 5_000 }).toBe(false)
  })

  it('holds its lock until it has ended the child', async () => {
    const { pid } = await startParent()
    const lock = join(folder, 'lock')
    await expect(openReaper(lock)).rejects.toThrow(LockHeldError)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => existsSync(folder), { timeout: 5_000 }).toBe(false)
  })

  it('finds its lock free where a process has asked for its state', async () => {
    const lock = join(folder, 'lock')
    expect(isLocked(lock)).toBe(false)
    const { pid } = await startParent()
    expect(isLocked(lock)).toBe(true)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => existsSync(folder), { timeout: 5_000 }).toBe(false)
  })

  it('releases the lock at an orderly end', async () => {
    const lock = join(folder, 'lock')
    for (let round = 0; round < 2; round++) {
      const reaper = await openReaper(lock)
      await reaper[Symbol.asyncDispose]()
    }
  })
})
