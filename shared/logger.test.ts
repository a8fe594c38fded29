import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'

describe('createLogger', () => {
  it.each([
    ['leaves in order', 'process.exit()', 0],
    ['has nothing left to do', '', 0],
    ['throws an uncaught error', 'throw new Error("x")', 1],
  ])('writes every line before a process ends that %s', async (_how, end, code) => {
    const program = start(`for (let i = 0; i < 100; i++) log.info({ i }, 'line'); ${end}`)
    const lines = await program.lines()
    // What is being written as the process ends may come behind what is written because it ends.
    expect(lines.map((it) => Number(it['i'])).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, i) => i),
    )
    expect(program.exitCode()).toBe(code)
  })

  it('writes a fatal line, and all before it, at once', async () => {
    const program = start(`log.info('line'); log.fatal('last'); process.kill(process.pid, 'SIGKILL')`)
    expect((await program.lines()).map((it) => it['msg'])).toEqual(['line', 'last'])
  })

  it('loses to a kill -9 what it was told just before, and nothing older', async () => {
    const program = start(
      `log.info('old'); setTimeout(() => { log.info('new'); process.kill(process.pid, 'SIGKILL') }, 1_000)`,
    )
    expect((await program.lines()).map((it) => it['msg'])).toEqual(['old'])
  })

  it('writes a line at once at level debug', async () => {
    const program = start(`log.debug('line'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50)`, 'debug')
    expect((await program.lines()).map((it) => it['msg'])).toEqual(['line'])
  })

  it('writes a line within a second', async () => {
    const program = start(`log.info('line'); setInterval(() => {}, 1_000)`)
    const [first] = await Promise.race([program.firstOutput, sleep(15_000, ['nothing'])])
    program.kill()
    expect(String(first)).toContain('"msg":"line"')
  })

  it('strikes out Authorization headers in any log line', async () => {
    const headers = `{ authorization: 'Bearer secret' }`
    const program = start(
      `log.info(${headers}); log.info({ headers: ${headers} }); log.warn({ err: { headers: ${headers} } })`,
    )
    const lines = await program.lines()
    expect(lines).toHaveLength(3)
    expect(JSON.stringify(lines)).not.toContain('secret')
  })
})

/** A process of its own that has a `log`. */
function start(code: string, level = 'info') {
  const module = JSON.stringify(new URL('logger.ts', import.meta.url).href)
  const source = `const { createLogger } = await import(${module}); const log = createLogger('test', '${level}'); ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return {
    kill: () => child.kill('SIGKILL'),
    exitCode: () => child.exitCode,
    firstOutput: new Promise<[Buffer]>((resolve) => child.stdout.once('data', (it: Buffer) => resolve([it]))),
    async lines(): Promise<Record<string, unknown>[]> {
      const ended = new Promise((resolve) => child.once('close', resolve))
      const output = await text(child.stdout)
      await ended
      return output
        .split('\n')
        .filter(Boolean)
        .map((it) => JSON.parse(it) as Record<string, unknown>)
    },
  }
}
