import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'

/** Runs a service that opens one resource and then runs `work`. @returns its exit code and log lines */
async function runService(work: string): Promise<{ code: unknown; log: { level: string; msg: string }[] }> {
  const url = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)
  const program = `
    const { runService } = await import(${url('lifecycle.ts')})
    const { createLogger } = await import(${url('logger.ts')})
    const log = createLogger('test')
    await runService(log, 1_000, async (open) => {
      open.adopt('tea', () => log.info('tea is put away'))
      ${work}
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  const log = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: string; msg: string })
  return { code, log: log.map(({ level, msg }) => ({ level, msg })) }
}

const orderlyEnd = [
  { level: 'info', msg: 'tea is put away' },
  { level: 'info', msg: 'stopped' },
]

describe('a service', () => {
  it.each([
    ['a rejection that nothing handles', `setTimeout(() => void Promise.reject(new Error('spilled')), 50)`],
    ['an error in a timer', `setTimeout(() => { throw new Error('spilled') }, 50)`],
    ['an error while it starts', `void Promise.reject(new Error('spilled')); await new Promise(() => {})`],
  ])('closes what it opened and ends with 1 after %s', async (_, work) => {
    const log = [{ level: 'fatal', msg: 'an error was not caught' }, ...orderlyEnd]
    expect(await runService(work)).toEqual({ code: 1, log })
  })

  it('ends with 0 after SIGTERM', async () => {
    const work = `setTimeout(() => process.kill(process.pid, 'SIGTERM'), 50); setInterval(() => {}, 1_000)`
    expect(await runService(work)).toEqual({ code: 0, log: [{ level: 'info', msg: 'stopping' }, ...orderlyEnd] })
  })
})
