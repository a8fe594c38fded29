import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { memoryOfGroup } from './memory.ts'

const MB = 1024 * 1024

/** A process group of its own, one process or two, whose last process takes so much memory. */
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

async function startAndEnd(): Promise<number> {
  await using group = await startGroup(1, false)
  expect(await memoryOfGroup(group.id)).toBeGreaterThan(0)
  return group.id
}

// Elsewhere there is no /proc that would tell.
describe.skipIf(process.platform !== 'linux')('the memory of a process group', () => {
  it.each([
    ['its first process', false],
    ['a child of that', true],
  ])('counts what %s holds', async (_whose, isInChild) => {
    await using small = await startGroup(1, isInChild)
    await using large = await startGroup(101, isInChild)

    const difference = (await memoryOfGroup(large.id))! - (await memoryOfGroup(small.id))!

    expect(difference).toBeGreaterThan(90)
    expect(difference).toBeLessThan(110)
  })

  it('is unknown when there is no such group', async () => {
    const id = await startAndEnd()

    expect(await memoryOfGroup(id)).toBeUndefined()
  })
})
