import { randomUUID } from 'node:crypto'
import { EXPORT_DEADLINE_MS, EXPORT_QUEUE, type ExportJob, jobId, QUEUE_PREFIX } from '@maps/shared/export-job'
import { createLogger } from '@maps/shared/logger'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openExportQueue } from '../../services/gateway/exports/queue.ts'
import type { CheckResult } from '../../services/gateway/admin/checks/check-result.ts'
import { runChecks } from '../../services/gateway/admin/doctor.ts'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { queueKey } from '../rig/queue-key.ts'
import { createDatabase } from '../rig/database.ts'
import { startTestRedis } from '../rig/redis.ts'
import { startSystem, type System } from '../rig/system.ts'
import { runAdmin } from './admin-program.ts'

const nowhere = '127.0.0.1:1'
const wellSet = ['appendonly', 'yes', 'maxmemory-policy', 'noeviction', 'maxmemory', '0'] as const
let system: System
let redis: Redis

beforeAll(async () => {
  system = await startSystem()
  redis = new Redis(system.redisUrl)
  await redis.config('SET', ...wellSet)
})
afterEach(async () => void (await redis.config('SET', ...wellSet)))
afterAll(async () => {
  redis.disconnect()
  await system[Symbol.asyncDispose]()
})

type Settings = Readonly<Record<string, string>>

const environment = (settings: Settings) => {
  return { DATABASE_URL: system.databaseUrl, REDIS_URL: system.redisUrl, ...settings }
}

/** What the doctor says of the system, but for these settings. */
async function examine(settings: Settings = {}) {
  const results = await Array.fromAsync(runChecks(environment(settings)))
  const saying = (state: CheckResult['state']) => results.filter((it) => it.state === state).map((it) => it.text)
  return { bad: saying('BAD'), warned: saying('warn'), fine: saying('ok') }
}

/** The same as the command, which is a process of its own. */
async function examineByCommand(settings: Settings = {}) {
  const { code, stdout, stderr } = await runAdmin(environment(settings), ['doctor'])
  expect(stderr).toBe('')
  const lines = stdout.split('\n').slice(0, -1)
  const saying = (state: string): string[] => lines.filter((it) => it.startsWith(state)).map((it) => it.slice(5))
  return { code, bad: saying('BAD'), warned: saying('warn'), fine: saying('ok'), stdout }
}

/** Changes a database of its own by SQL, and lets the doctor see it. */
async function examineDatabase(change: string, settings: { isEmpty?: boolean } = {}) {
  await using database = await createDatabase(settings)
  const sql = openPostgres(database.url)
  await sql.unsafe(change.replaceAll(':database', new URL(database.url).pathname.slice(1)))
  await sql.end()
  return await examine({ DATABASE_URL: database.url })
}

describe('the doctor', { timeout: 60_000 }, () => {
  it('finds nothing to mend where all is well', async () => {
    const { code, bad, warned, fine } = await examineByCommand({ PUBLIC_URL: system.gateways[0]!.url })
    expect({ code, bad }).toEqual({ code: 0, bad: [] })
    expect(warned).toEqual([expect.stringContaining('share the Redis of the queue')])
    expect(fine).toEqual([
      'The settings of the gateway can be read',
      expect.stringMatching(/^Postgres 18\..* answers \(\d+ ms\)$/),
      expect.stringMatching(/^The schema is complete \(\d+ applied\)$/),
      expect.stringMatching(/^The queue's Redis \d+\.\d+\.\d+ answers$/),
      'Render workers connected: 1',
      'Exports waiting: 0, the oldest for 0.0 s',
      `PUBLIC_URL ${system.gateways[0]!.url} answers`,
    ])
  })

  it('tells all faults of the settings at once, and no secret', async () => {
    const { code, bad, stdout } = await examineByCommand({
      DATABASE_URL: 'maps:hunter2@db/maps',
      ARTIFACT_REDIS_URL: 'redis//:hunter2@x',
      PORT: '99999',
    })
    expect(code).toBe(1)
    expect(bad).toEqual(['These settings need a change:'])
    for (const it of ['DATABASE_URL: must be an address', 'ARTIFACT_REDIS_URL: must be', 'PORT: ']) {
      expect(stdout).toContain(it)
    }
    expect(stdout).not.toContain('hunter2')
  })

  const ofRedis: [string, [name: string, value: string], string][] = [
    [
      'evicts',
      ['maxmemory-policy', 'allkeys-lru'],
      'evicts (maxmemory-policy allkeys-lru), so exports can be lost: set no',
    ],
    ['forgets', ['appendonly', 'no'], 'set appendonly yes'],
  ]
  it.each(ofRedis)("tells what to do about a queue's Redis that %s", async (_name, setting, told) => {
    await redis.config('SET', ...setting)
    expect((await examine()).bad).toEqual([expect.stringContaining(told)])
  })

  it("tells what to do about a queue's Redis that is nearly full", async () => {
    await redis.setrange('ballast', 20_000_000, 'x')
    const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))![1])
    await redis.config('SET', 'maxmemory', used * 2)
    expect((await examine()).bad).toEqual([])
    await redis.config('SET', 'maxmemory', Math.round(used * 1.1))
    const { bad } = await examine()
    await redis.del('ballast')
    expect(bad).toEqual([expect.stringMatching(/is \d\d % full .*: raise maxmemory$/)])
  })

  it('tells which server cannot be used, and by which setting it is found', async () => {
    const wrong = new URL(system.redisUrl)
    wrong.password = 'hunter2'
    const cases = [
      [{ DATABASE_URL: `postgres://maps:hunter2@${nowhere}/maps` }, 'Start it, or correct DATABASE_URL'],
      [{ DATABASE_URL: `${system.databaseUrl}_missing` }, 'does not exist. Start it, or correct DATABASE_URL'],
      [{ REDIS_URL: `redis://${nowhere}`, ARTIFACT_REDIS_URL: system.redisUrl }, 'Start it, or correct REDIS_URL'],
      [{ ARTIFACT_REDIS_URL: `redis://:hunter2@${nowhere}` }, 'correct ARTIFACT_REDIS_URL'],
    ] as const
    for (const [settings, told] of cases) {
      const { code, bad, stdout } = await examineByCommand(settings)
      expect({ code, bad }).toMatchObject({ code: 1, bad: expect.arrayContaining([expect.stringContaining(told)]) })
      expect(stdout).not.toContain('hunter2')
    }
  })

  it('tells what to do about a schema that this version cannot serve', async () => {
    const pending = await examineDatabase('select 1', { isEmpty: true })
    expect(pending.bad).toEqual([expect.stringMatching(/lacks 0001.*start a gateway of this version/)])
    const edited = await examineDatabase(`update migrations set hash = 'other' where name like '0001%'`)
    expect(edited.bad).toEqual([expect.stringMatching(/0001.*was edited.*restore the file/)])
    const newer = await examineDatabase(`insert into migrations (name, hash) values ('9999-later.sql', '')`)
    expect(newer.bad).toEqual([])
    expect(newer.warned).toContainEqual(expect.stringContaining('newer than this version (9999-later.sql)'))
  })

  it('tells a database whose clock is wrong', async () => {
    // The database's own function comes before the server's.
    const { bad } = await examineDatabase(`
      create function public.clock_timestamp() returns timestamptz language sql
        as $$ select pg_catalog.clock_timestamp() - interval '1 hour' $$;
      alter database :database set search_path = public, pg_catalog`)
    expect(bad).toEqual([expect.stringMatching(/3600 s behind this machine's: set both by/)])
  })

  it('tells that no worker is there, and how long exports wait', async () => {
    await using idle = await startTestRedis()
    const look = idle.connect()
    await look.config('SET', ...wellSet)
    const queue = openExportQueue(idle.url, createLogger('test', 'silent'))
    const waiting = newJob()
    await expect
      .poll(() =>
        queue.add(waiting, 4).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await look.hset(queueKey(EXPORT_QUEUE, jobId(waiting.key)), 'timestamp', Date.now() - 20_000)
    await look.hset(`${QUEUE_PREFIX}:${EXPORT_QUEUE}:meta`, 'paused', 1)
    const { bad } = await examine({ REDIS_URL: idle.url })
    await queue.close()
    expect(bad).toEqual([
      'No render worker is connected, so exports are answered with 503: start one',
      'The queue is paused, so exports are answered with 503: resume it on its page, /queue',
      expect.stringMatching(/^Exports waiting: 1, the oldest for 2\d\.\d s: start more render workers$/),
    ])
  })

  it("judges the files' Redis by what is right for files, unless it is the queue's", async () => {
    await using other = await startTestRedis()
    const files = other.connect()
    const never = await examine({ ARTIFACT_REDIS_URL: other.url })
    expect(never.bad).toEqual([expect.stringContaining('set maxmemory-policy allkeys-lru')])
    await files.config('SET', 'maxmemory-policy', 'allkeys-lru', 'maxmemory', '100mb')
    expect(await examine({ ARTIFACT_REDIS_URL: other.url })).toMatchObject({ bad: [], warned: [] })
    const same = await examine({ ARTIFACT_REDIS_URL: `${system.redisUrl}/1` })
    expect(same).toMatchObject({ bad: [], warned: [expect.stringContaining('share the Redis of the queue')] })
  })

  it('only warns of a public address that leads nowhere', async () => {
    const cases = [
      [{ PUBLIC_URL: `http://${nowhere}` }, 'cannot be reached from here: '],
      [{ HOST: '0.0.0.0' }, 'leads nowhere: set PUBLIC_URL'],
    ] as const
    for (const [settings, told] of cases) {
      const { bad, warned } = await examine(settings)
      expect({ bad, warned }).toEqual({ bad: [], warned: expect.arrayContaining([expect.stringContaining(told)]) })
    }
  })
})

function newJob(): ExportJob {
  const deadline = Date.now() + EXPORT_DEADLINE_MS
  const [key, workspaceId, mapId, requestId] = Array.from({ length: 4 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
  ]
  return {
    key,
    workspaceId,
    mapId,
    requestId,
    deadline,
    format: 'markdown',
    options: {},
    apiUrl: 'http://x/api/v1',
    map: '{}',
  }
}
