import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Child, ChildStartError, startChild } from './child.ts'
import { type Reaper, openReaper } from './reaper/reaper.ts'
import { supervise } from './supervisor.ts'

let reaper: Reaper
let terminal: string[]

beforeEach(async () => {
  reaper = await openReaper()
  terminal = []
  for (const method of ['log', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((line: string) => void terminal.push(line))
  }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await reaper[Symbol.asyncDispose]()
})

function startShell(script: string): Promise<Child> {
  const shell = { command: 'sh', args: ['-c', script], stopSignal: 'SIGTERM', stopWithinMs: 1_000 } as const
  return startChild({ name: 'shell', ...shell }, reaper)
}

describe('a supervised child', () => {
  it('is started again after a kill, with the result of its first start', async () => {
    const firsts: unknown[] = []
    await using teapot = supervise('The teapot', async (first: { server: Child; tea: number } | undefined) => {
      firsts.push(first?.tea)
      return { server: await startShell('sleep 100'), tea: firsts.length }
    })
    const { server } = await teapot.started
    server.kill('SIGKILL')
    await expect
      .poll(() => terminal)
      .toEqual(['The teapot ended (SIGKILL): it is started again in 0.2 s.', 'The teapot runs again.'])
    expect(firsts).toEqual([undefined, 1])
  })

  it('is given up when it has died five times within a minute, with its last words', async () => {
    await using teapot = supervise('The teapot', async () => {
      const server = await startShell('echo no tea; exit 3')
      await server.ended
      throw new ChildStartError('It did not start', server)
    })
    await expect(teapot.failed).rejects.toThrow(
      'The teapot ended (exit code 3) for the 5th time within a minute and is given up. Its last words:\n  no tea',
    )
    await expect(teapot.started).rejects.toThrow('given up')
    expect(terminal).toHaveLength(4)
  })

  it('is given up at once for an error other than its end', async () => {
    await using teapot = supervise('The teapot', () => Promise.reject(new Error('there is no water')))
    await expect(teapot.failed).rejects.toThrow('there is no water')
    expect(terminal).toEqual([])
  })

  it('is not started again after it was stopped', async () => {
    const server = await startShell('sleep 100')
    const teapot = supervise('The teapot', () => Promise.resolve({ server }))
    await teapot.started
    await teapot[Symbol.asyncDispose]()
    expect(await server.ended).toEqual({ code: null, signal: 'SIGTERM' })
    expect(terminal).toEqual([])
  })
})
