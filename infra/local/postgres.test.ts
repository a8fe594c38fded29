import { chmod, mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { type Reaper, openReaper } from './reaper/reaper.ts'
import { startPostgres } from './postgres.ts'

let folder: string
let reaper: Reaper

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-postgres-'))
  // As root, the server runs as another user, who must be able to reach its folder.
  await chmod(folder, 0o711)
  reaper = await openReaper()
  reaper.removeAtEnd(folder)
})
afterEach(() => reaper[Symbol.asyncDispose]())

const start = (tuning = {}) => startPostgres({ folder: join(folder, 'postgres'), reaper, tuning })

/** Starts the server, runs a statement on it and stops it. */
async function query(text: string): Promise<unknown[]> {
  const { server, url } = await start()
  const sql = openPostgres(url)
  try {
    return [...(await sql.unsafe(text))]
  } finally {
    await sql.end()
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  }
}

describe('the local PostgreSQL', () => {
  it('is version 18, in UTF-8 and UTC, and keeps its data', async () => {
    await query('create table teas as select 1 as id')
    const [row] = await query(`select id, current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_encoding') as encoding, current_setting('timezone') as zone from teas`)
    expect(row).toEqual({ id: 1, major: 18, encoding: 'UTF8', zone: 'UTC' })
  })

  it('replaces the incomplete files of a first start that was killed', async () => {
    const draft = join(folder, 'postgres/data.new')
    await mkdir(draft, { recursive: true })
    await writeFile(join(draft, 'PG_VERSION'), '18\n')
    expect(await query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it.runIf(process.platform === 'linux')('starts in spite of the pid file of a server that is long gone', async () => {
    await query('select 1')
    const cluster = join(await realpath(join(folder, 'postgres')), 'data')
    // The test's own pid stands for an unrelated process that got the pid after a reboot.
    await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n0\n5432\n\n127.0.0.1\n\n`)
    expect(await query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it.runIf(process.platform === 'linux')('ends a server that still works on its folder', async () => {
    const orphan = await start()
    const next = await start()
    expect(await orphan.server.ended).toEqual({ code: 0, signal: null })
    await next.server.stop()
  })

  it('says why it cannot start', async () => {
    await expect(start({ shared_buffers: 'much' })).rejects.toThrow(/PostgreSQL did not start on .*shared_buffers/s)
  })
})
