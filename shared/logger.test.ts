import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'

const kill = `process.kill(process.pid, 'SIGKILL')`

describe('createLogger', () => {
  it.each([
    ['exits', 'process.exit()', 0],
    ['has nothing left to do', '', 0],
    ['throws an uncaught error', 'throw new Error("x")', 1],
  ])('writes every line before a process ends that %s', async (_how, end, code) => {
    const program = start(`for (let i = 0; i < 100; i++) log.info({ i }, 'line'); ${end}`)
    const lines = await program.lines()
    // Lines in an unfinished write may come after the lines that are written at exit.
    const numbers = lines.map((it) => Number(it['i'])).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, i) => i))
    expect(program.exitCode()).toBe(code)
  })

  it.each<[title: string, code: string, messages: string[], level?: string]>([
    ['writes a fatal line and all before it at once', `log.info('line'); log.fatal('last'); ${kill}`, ['line', 'last']],
    ['writes a line at once at level debug', `log.debug('line'); setTimeout(() => ${kill}, 50)`, ['line'], 'debug'],
    [
      'loses the most recent lines to a kill -9, and no older ones',
      `log.info('old'); setTimeout(() => { log.info('new'); ${kill} }, 1_000)`,
      ['old'],
    ],
  ])('%s', async (_, code, messages, level) => {
    expect((await start(code, level).lines()).map((it) => it['msg'])).toEqual(messages)
  })

  it('writes a line within a second', async () => {
    const program = start(`log.info('line'); setInterval(() => {}, 1_000)`)
    const [first] = await Promise.race([program.firstOutput, sleep(15_000, ['nothing'])])
    program.kill()
    expect(String(first)).toContain('"msg":"line"')
  })

  it('redacts Authorization headers in any log line', async () => {
    const headers = `{ authorization: 'Bearer secret' }`
    const nested = `log.info({ headers: ${headers} }); log.warn({ err: { headers: ${headers} } })`
    const lines = await start(`log.info(${headers}); ${nested}`).lines()
    expect(lines).toHaveLength(3)
    expect(JSON.stringify(lines)).not.toContain('secret')
  })
})

// Only Linux has this device.
it.runIf(process.platform === 'linux')(
  'keeps a process running, and lets it end, while the disk of its logs is full',
  async () => {
    const module = JSON.stringify(new URL('logger.ts', import.meta.url).href)
    const source = `const { createLogger } = await import(${module}); const log = createLogger('test')
    const timer = setInterval(() => log.info('x'.repeat(10_000)), 10)
    setTimeout(() => { clearInterval(timer); process.send(process.memoryUsage().rss); process.disconnect() }, 1_000)`
    const full = await open('/dev/full', 'w')
    try {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
        stdio: ['ignore', full.fd, 'ignore', 'ipc'],
      })
      const [outcome] = await Promise.race([once(child, 'message'), once(child, 'exit')])
      // An uncaught error would end it with exit code 1.
      expect(outcome).toBeGreaterThan(1_000_000)
      const ended = once(child, 'exit')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      expect((await ended)[0]).toBe(0)
      clearTimeout(timer)
    } finally {
      await full.close()
    }
  },
)

/** Runs code with a logger `log` in a process of its own. */
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
