import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { port, readConfig, readLogLevel, redisUrl, SetupError } from './config.ts'

const shape = z.object({ REDIS_URL: redisUrl, PORT: port(8080) })

describe('readConfig', () => {
  it.each(['', ' ', '\n', '\t '])('fills in defaults, and takes a blank setting as absent: %j', (blank) => {
    const config = readConfig(shape, { REDIS_URL: ' redis://localhost\n', PORT: blank, OTHER: 'x' })
    expect(config).toEqual({ REDIS_URL: 'redis://localhost', PORT: 8080 })
  })

  it('reports all faults together, by the name of the setting', () => {
    const read = () => readConfig(shape, { PORT: 'eighty', REDIS_URL: 'http://localhost' })
    expect(read).toThrow(SetupError)
    expect(read).toThrow(
      /REDIS_URL: must be an address such as redis:[^]*PORT: must be a whole number from 0 to 65535$/,
    )
  })

  it('reads a secret from the file that NAME_FILE names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maps-config-'))
    try {
      const file = join(folder, 'redis-url')
      await writeFile(file, 'redis://:secret@localhost\n')
      expect(readConfig(shape, { REDIS_URL_FILE: file }).REDIS_URL).toBe('redis://:secret@localhost')
      const read = () => readConfig(shape, { REDIS_URL_FILE: join(folder, 'missing') })
      expect(read).toThrow(/\n  REDIS_URL_FILE: ENOENT[^\n]*$/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('says how to write a % in the password of a Redis', () => {
    const read = (url: string) => readConfig(shape, { REDIS_URL: url })
    expect(read('redis://:50%25@localhost')).toMatchObject({ REDIS_URL: 'redis://:50%25@localhost' })
    expect(() => read('redis://:hunter2%@localhost')).toThrow(/REDIS_URL: has a % that begins no escape: [^]*%25$/)
    expect(() => read('redis://:hunter2%@localhost')).not.toThrow(/hunter2/)
  })
})

describe('the address of a Redis', () => {
  const read = (url: string) => readConfig(shape, { REDIS_URL: url }).REDIS_URL

  it.each([
    'redis:h',
    'redis://',
    'redis:///1',
    'redis://:secret@',
    'redis://h/abc',
    'redis://h/1/2',
    'localhost:6379',
  ])('is refused by the name of the setting: %s', (url) =>
    expect(() => read(url)).toThrow(/REDIS_URL: must be an address such as redis:/),
  )

  it.each(['redis://h', 'rediss://u:p@h:6380/', 'redis://h:1/15', 'redis://[::1]:6379/1', 'redis://h?family=6'])(
    'may be %s',
    (url) => expect(read(url)).toBe(url),
  )
})

describe('readLogLevel', () => {
  it('reads the level from a file too, and is info for an invalid one, which is reported later', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maps-config-'))
    try {
      const file = join(folder, 'log-level')
      await writeFile(file, 'warn\n')
      expect(readLogLevel({ LOG_LEVEL_FILE: file })).toBe('warn')
      expect(readLogLevel({ LOG_LEVEL_FILE: join(folder, 'missing') })).toBe('info')
      expect(readLogLevel({ LOG_LEVEL: 'loud' })).toBe('info')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
