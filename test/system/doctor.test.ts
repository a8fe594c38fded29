import { randomUUID } from 'node:crypto'
import { deadlineIn } from '@maps/shared/deadline'
import { EXPORT_DEADLINE_MS, EXPORT_QUEUE, type ExportTask, QUEUE_PREFIX } from '@maps/shared/export-job'
import { createLogger } from '@maps/shared/logger'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openExportQueue } from '../../services/gateway/exports/queue.ts'
import type { CheckResult } from '../../services/gateway/operations/check-result.ts'
import { runChecks } from '../../services/gateway/admin/doctor.ts'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { createDatabase } from '../rig/database.ts'
import { startTestRedis } from '../rig/redis.ts'
import { startSystem, type System } from '../rig/system.ts'
import { runAdminCommand, runAdminProgram } from './admin-program.ts'

/** An address at which no server listens. */
const closedPort = '127.0.0.1:1'
const redisDefaults = ['appendonly', 'yes', 'maxmemory-policy', 'noeviction', 'maxmemory', '0'] as const
let system: System
let redis: Redis

beforeAll(async () => {
  system = await startSystem()
  redis = new Redis(system.redisUrl)
  await redis.config('SET', ...redisDefaults)
})
afterEach(async () => void (await redis.config('SET', ...redisDefaults)))
afterAll(async () => {
  redis.disconnect()
  await system[Symbol.asyncDispose]()
})

type Settings = Readonly<Record<string, string>>

const environment = (settings: Settings) => {
  return { DATABASE_URL: system.databaseUrl, REDIS_URL: system.redisUrl, ...settings }
}

/** The end of the doctor's remark on a slow Postgres, which it has on a busy machine. */
const tooSlowly = /, too slowly: .*/

/** Runs the doctor's checks on the system with other settings. A slow Postgres counts as one that answers in time. */
async function check(settings: Settings = {}) {
  const results = (await Array.fromAsync(runChecks(environment(settings)))).map((it): CheckResult =>
    tooSlowly.test(it.text) ? { state: 'ok', text: it.text.replace(tooSlowly, '') } : it,
  )
  const textsOf = (state: CheckResult['state']) => results.filter((it) => it.state === state).map((it) => it.text)
  return { errors: textsOf('BAD'), warnings: textsOf('warn'), passed: textsOf('ok') }
}

/** Runs the checks by the admin command. A slow Postgres counts as one that answers in time, except for the exit code. */
async function checkByCommand(settings: Settings = {}) {
  const { code, stdout, stderr } = await runAdminCommand(environment(settings), ['doctor'])
  expect(stderr).toBe('')
  const lines = stdout
    .split('\n')
    .slice(0, -1)
    .map((it) => (tooSlowly.test(it) ? it.replace(/^BAD /, 'ok  ').replace(tooSlowly, '') : it))
  const textsOf = (state: string) => lines.filter((it) => it.startsWith(state)).map((it) => it.slice(5))
  return { code, errors: textsOf('BAD'), warnings: textsOf('warn'), passed: textsOf('ok'), stdout }
}

/** Runs the checks on a new database after this SQL. */
async function checkDatabase(change: string, settings: { isEmpty?: boolean } = {}) {
  await using database = await createDatabase(settings)
  const sql = openPostgres(database.url)
  await sql.unsafe(change.replaceAll(':database', new URL(database.url).pathname.slice(1)))
  await sql.end()
  return await check({ DATABASE_URL: database.url })
}

describe('the doctor', { timeout: 60_000 }, () => {
  it('prints its results as JSON for programs', async () => {
    const settings = environment({ REDIS_URL: `redis://${closedPort}` })
    const { code, stdout } = await runAdminProgram(settings, ['doctor', '--json'])
    const results = JSON.parse(stdout) as CheckResult[]
    expect(code).toBe(1)
    expect(results).toContainEqual({ state: 'ok', text: 'The settings of the gateway can be read' })
    const failure = { state: 'BAD', text: expect.stringContaining("The queue's Redis cannot be used") }
    expect(results).toContainEqual(failure)
  })

  it('finds no error in a healthy system', async () => {
    const { code, errors, warnings, passed, stdout } = await checkByCommand({ PUBLIC_URL: system.gateways[0]!.url })
    expect({ code, errors }).toEqual({ code: tooSlowly.test(stdout) ? 1 : 0, errors: [] })
    expect(warnings).toEqual([expect.stringContaining('share the Redis of the queue')])
    expect(passed).toEqual([
      'The settings of the gateway can be read',
      expect.stringMatching(/^Postgres 18\..* answers \(\d+ ms\)$/),
      expect.stringMatching(/^The schema is complete \(\d+ applied\)$/),
      expect.stringMatching(/^Earlier versions of maps are kept \(\d+, with \d+ MiB\)$/),
      expect.stringMatching(/^Pinned layouts of maps are counted \(\d+, with \d+ MiB\)$/),
      expect.stringMatching(/^The queue's Redis \d+\.\d+\.\d+ answers \(\d+ ms\)$/),
      'Render workers that respond: 1',
      'Exports waiting: 0, the oldest for 0.0 s',
      `PUBLIC_URL ${system.gateways[0]!.url} answers`,
    ])
  })

  it('reports all errors in the settings at once, and no secret', async () => {
    const { code, errors, stdout } = await checkByCommand({
      DATABASE_URL: 'maps:hunter2@db/maps',
      ARTIFACT_REDIS_URL: 'redis//:hunter2@x',
      PORT: '99999',
    })
    expect(code).toBe(1)
    expect(errors).toEqual(['These settings need a change:'])
    for (const error of ['DATABASE_URL: must be an address', 'ARTIFACT_REDIS_URL: must be', 'PORT: ']) {
      expect(stdout).toContain(error)
    }
    expect(stdout).not.toContain('hunter2')
  })

  it.each([
    [{}, ['BUCKET_ACCESS_KEY_ID', 'BUCKET_SECRET_ACCESS_KEY']],
    [{ BUCKET_ACCESS_KEY_ID: 'maps' }, ['BUCKET_SECRET_ACCESS_KEY']],
  ])('names the missing part of the access key of a bucket, beside %j', async (given, missing) => {
    const { code, errors, stdout } = await checkByCommand({ BUCKET_URL: `http://${closedPort}/maps`, ...given })
    expect({ code, errors }).toEqual({ code: 1, errors: ['These settings need a change:'] })
    expect([...stdout.matchAll(/(BUCKET_\w+): must be set/g)].map((it) => it[1])).toEqual(missing)
  })

  it.each([
    ['maxmemory-policy', 'allkeys-lru', 'evicts (maxmemory-policy allkeys-lru), so exports can be lost: set no'],
    ['appendonly', 'no', 'set appendonly yes'],
  ])("says what to do about a queue's Redis with %s %s", async (setting, value, message) => {
    await redis.config('SET', setting, value)
    expect((await check()).errors).toEqual([expect.stringContaining(message)])
  })

  it("says what to do about a queue's Redis that is nearly full", async () => {
    await redis.setrange('ballast', 20_000_000, 'x')
    const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))![1])
    await redis.config('SET', 'maxmemory', used * 2)
    expect((await check()).errors).toEqual([])
    await redis.config('SET', 'maxmemory', Math.round(used * 1.1))
    const { errors } = await check()
    await redis.del('ballast')
    expect(errors).toEqual([expect.stringMatching(/is \d\d % full .*: raise maxmemory$/)])
  })

  it("says what to do about a queue's Redis that accepts no writes, although it answers", async () => {
    await redis.config('SET', 'min-replicas-to-write', '1')
    const { errors } = await check()
    await redis.config('SET', 'min-replicas-to-write', '0')
    expect(errors).toEqual([
      expect.stringMatching(/^The queue's Redis accepts no writes, .*\(NOREPLICAS .*\): .* or start its replicas$/),
    ])
  })

  it('says what to do about a Postgres without space', async () => {
    // As if the file of a new table could not be written.
    const { errors } = await checkDatabase(`
      create function refuse() returns event_trigger language plpgsql
        as $$ begin raise exception using errcode = 'disk_full', message = 'could not extend file'; end $$;
      create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse()`)
    expect(errors).toEqual([
      'Postgres has no space, so changes of maps are answered with 503 (could not extend file): make room on its disk',
    ])
  })

  it('names the server that cannot be used, and its setting', async () => {
    const cases = [
      [{ DATABASE_URL: `postgres://maps:hunter2@${closedPort}/maps` }, 'Start it, or correct DATABASE_URL'],
      [{ DATABASE_URL: `${system.databaseUrl}_missing` }, 'does not exist. Start it, or correct DATABASE_URL'],
      [{ REDIS_URL: `redis://${closedPort}`, ARTIFACT_REDIS_URL: system.redisUrl }, 'Start it, or correct REDIS_URL'],
      [{ ARTIFACT_REDIS_URL: `redis://:hunter2@${closedPort}` }, 'correct ARTIFACT_REDIS_URL'],
    ] as const
    for (const [settings, message] of cases) {
      const { code, errors, stdout } = await checkByCommand(settings)
      expect(code).toBe(1)
      expect(errors).toContainEqual(expect.stringContaining(message))
      expect(stdout).not.toContain('hunter2')
    }
  })

  it('says what to do about a schema that this version cannot serve', async () => {
    const pending = await checkDatabase('select 1', { isEmpty: true })
    expect(pending.errors).toEqual([expect.stringMatching(/lacks 0001.*start a gateway of this version/)])
    const edited = await checkDatabase(`update migrations set hash = 'other' where name like '0001%'`)
    expect(edited.errors).toEqual([expect.stringMatching(/0001.*was edited.*restore the file/)])
    const newer = await checkDatabase(`insert into migrations (name, hash) values ('9999-later.sql', '')`)
    expect(newer.errors).toEqual([])
    expect(newer.warnings).toContainEqual(expect.stringContaining('newer than this version (9999-later.sql)'))
  })

  it('reports a database whose clock is wrong', async () => {
    // The search path puts this function before that of the server.
    const { errors } = await checkDatabase(`
      create function public.clock_timestamp() returns timestamptz language sql
        as $$ select pg_catalog.clock_timestamp() - interval '1 hour' $$;
      alter database :database set search_path = public, pg_catalog`)
    expect(errors).toEqual([expect.stringMatching(/(?:3599|3600|3601) s behind this machine's: set both by/)])
  })

  it('reports that no worker responds, and how long exports wait', async () => {
    await using server = await startTestRedis()
    const client = server.connect()
    await client.config('SET', ...redisDefaults)
    const queue = openExportQueue(server.url, createLogger('test', 'silent'))
    const task = createTask()
    await expect
      .poll(() =>
        queue.add(task, deadlineIn(EXPORT_DEADLINE_MS - 20_000), 4).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await client.hset(`${QUEUE_PREFIX}:${EXPORT_QUEUE}:meta`, 'paused', 1)
    const { errors } = await check({ REDIS_URL: server.url })
    await queue.close()
    expect(errors).toEqual([
      expect.stringMatching(/^No render worker is responding, so exports are answered with 503: start one/),
      'The queue is paused, so exports are answered with 503: resume it on its page, /queue',
      expect.stringMatching(/^Exports waiting: 1, the oldest for 2\d\.\d s$/),
    ])
  })

  it("checks the Redis of files by other rules than the queue's, unless it is the same", async () => {
    await using server = await startTestRedis()
    const client = server.connect()
    const { errors } = await check({ ARTIFACT_REDIS_URL: server.url })
    expect(errors).toEqual([expect.stringContaining('set maxmemory-policy allkeys-lru')])
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru', 'maxmemory', '100mb')
    expect(await check({ ARTIFACT_REDIS_URL: server.url })).toMatchObject({ errors: [], warnings: [] })
    const shared = await check({ ARTIFACT_REDIS_URL: `${system.redisUrl}/1` })
    expect(shared).toMatchObject({ errors: [], warnings: [expect.stringContaining('share the Redis of the queue')] })
  })

  it('only warns of a public address that cannot be reached, and not of one for this machine alone', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const { warnings, passed } = await check({ PUBLIC_URL: `http://${host}:1` })
      expect(warnings).not.toContainEqual(expect.stringContaining('PUBLIC_URL'))
      expect(passed).toContain(`PUBLIC_URL http://${host}:1 is for clients on this machine alone`)
    }
    const cases = [
      [{ PUBLIC_URL: 'http://0.0.0.0:1' }, 'cannot be reached from here: '],
      [{ HOST: '0.0.0.0' }, 'leads nowhere: set PUBLIC_URL'],
    ] as const
    for (const [settings, message] of cases) {
      const { errors, warnings } = await check(settings)
      expect(errors).toEqual([])
      expect(warnings).toContainEqual(expect.stringContaining(message))
    }
  })
})

function createTask(): ExportTask {
  return {
    key: randomUUID(),
    workspaceId: randomUUID(),
    mapId: randomUUID(),
    requestId: randomUUID(),
    format: 'markdown',
    options: {},
    apiUrl: 'http://x/api/v1',
    map: '{}',
  }
}
