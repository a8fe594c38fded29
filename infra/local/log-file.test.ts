import { statSync } from 'node:fs'
import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startChild } from './child.ts'
import { createLogFile, MAX_LOG_BYTES } from './log-file.ts'
import { openReaper } from './reaper/reaper.ts'

it('has the lines of this start alone, the last ones of a child that prints much, and is never larger than its maximum', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-log-'))
  await using reaper = await openReaper()
  const path = join(folder.path, 'child.log')
  await writeFile(path, 'an earlier start', { mode: 0o600 })
  const sizes: number[] = []
  const write = createLogFile(path)
  const onLine = (line: string): void => {
    write(line)
    if (line.endsWith('000')) sizes.push(statSync(path).size)
  }
  const script = `seq -f '%095.0f' 100000`
  const shell = { command: 'sh', args: ['-c', script], onLine, stopSignal: 'SIGTERM', stopWithinMs: 1_000 } as const
  await using child = await startChild({ name: 'shell', ...shell }, reaper)
  await child.ended
  expect(sizes).toHaveLength(100)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_LOG_BYTES)
  const lines = (await readFile(path, 'utf8')).trim().split('\n').map(Number)
  expect(lines).toEqual(lines.map((_, index) => 100_000 - lines.length + index + 1))
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})
