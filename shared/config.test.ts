import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { postgresUrl, port, readConfig, redisUrl, SetupError } from './config.ts'

const shape = z.object({ REDIS_URL: redisUrl, PORT: port(8080) })

describe('readConfig', () => {
  it('fills in defaults, and treats an empty setting as unset', () => {
    const config = readConfig(shape, { REDIS_URL: 'redis://localhost', PORT: '', OTHER: 'x' })
    expect(config).toEqual({ REDIS_URL: 'redis://localhost', PORT: 8080 })
  })

  it('reports all faults together, by the name of the setting', () => {
    const read = () => readConfig(shape, { PORT: 'eighty', REDIS_URL: 'http://localhost' })
    expect(read).toThrow(SetupError)
    expect(read).toThrow(/REDIS_URL: must be an address such as redis:[^]*PORT: /)
  })

  it('reads a secret from the file that NAME_FILE names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maps-config-'))
    try {
      const file = join(folder, 'redis-url')
      await writeFile(file, 'redis://:secret@localhost\n')
      expect(readConfig(shape, { REDIS_URL_FILE: file }).REDIS_URL).toBe('redis://:secret@localhost')
      expect(() => readConfig(shape, { REDIS_URL_FILE: join(folder, 'missing') })).toThrow(/REDIS_URL_FILE: ENOENT/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('takes a database of several hosts', () => {
    const database = z.object({ DATABASE_URL: postgresUrl })
    const valid = ['postgres://a:b%2C@one:5432,two:5433/maps?x=y', 'postgresql://one,two/maps', 'postgres://[::1]/m']
    for (const url of valid) expect(readConfig(database, { DATABASE_URL: url }).DATABASE_URL).toBe(url)
    const invalid = ['postgres://one:5432,two:x/maps', 'mysql://one,two/maps', 'one,two', 'postgres://one two/maps']
    for (const url of invalid) {
      expect(() => readConfig(database, { DATABASE_URL: url }), url).toThrow(/DATABASE_URL: must be an address/)
    }
  })
})
