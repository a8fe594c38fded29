import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { memoryOfGroup } from './memory.ts'

const MB = 1024 * 1024

/** Starts a process group of one or two processes, the last of which holds `heldMb`. */
async function startGroup(heldMb: number, isInChild: boolean): Promise<AsyncDisposable & { id: number }> {
  const hold = `const held = Buffer.alloc(${heldMb * MB}, 1); console.log('held'); process.stdin.on('data', () => held)`
  const pass = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(hold)}], { stdio: 'inherit' })`
  const child: ChildProcess = spawn(process.execPath, ['-e', isInChild ? pass : hold], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout!, 'data')
  const id = child.pid!
  return {
    id,
    async [Symbol.asyncDispose]() {
      process.kill(-id, 'SIGKILL')
      await once(child, 'close')
    },
  }
}

// Only Linux has /proc.
describe.skipIf(process.platform !== 'linux')('the memory of a process group', () => {
  it.each([
    ['its first process', false],
    ['a child of its first process', true],
  ])('counts the memory of %s', async (_whose, isInChild) => {
    await using small = await startGroup(1, isInChild)
    await using large = await startGroup(101, isInChild)
    const difference = (await memoryOfGroup(large.id))! - (await memoryOfGroup(small.id))!
    expect(difference).toBeGreaterThan(90)
    expect(difference).toBeLessThan(110)
  })

  it('is unknown when there is no such group', async () => {
    let id: number
    {
      await using group = await startGroup(1, false)
      id = group.id
      expect(await memoryOfGroup(id)).toBeGreaterThan(0)
    }
    expect(await memoryOfGroup(id)).toBeUndefined()
  })
})
