import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../services/gateway/store/database.ts'
import { type Client, openPostgres } from '../../services/gateway/store/postgres.ts'
import { createTokenStore } from '../../services/gateway/store/tokens.ts'
import { createDatabase } from '../rig/database.ts'
import { startFaultProxy, throughProxy } from '../rig/fault-proxy.ts'
import { startTestRedis } from '../rig/redis.ts'
import { type HalfAliveSystem, type Observation, startHalfAliveSystem } from './half-alive-system.ts'
import { isLong } from './run-size.ts'

/** Longest time until all signals name a fault, and from its end until everything works again. */
const WITHIN_MS = 30_000

/** A state of a store that other probes would miss. */
interface HalfAliveState {
  name: string
  begin(system: HalfAliveSystem): Promise<unknown> | void
  end(system: HalfAliveSystem): Promise<unknown> | void
  /** What differs from `healthy` meanwhile. */
  expected: Partial<Record<keyof Observation, unknown>>
}

const healthy: Record<keyof Observation, unknown> = {
  read: 200,
  list: 200,
  tool: 200,
  sharePage: 200,
  storedFile: 200,
  write: 201,
  replay: 201,
  newFile: 200,
  details: [],
  down: [],
  gatewayFault: undefined,
  isReadyToRead: true,
  workerFault: undefined,
  doctor: [],
}

const noWrites = 'The database accepts no writes, while reading works. Try again shortly.'
const noExports = 'Exports are not possible right now. Try again shortly.'
/** A worker that cannot store files does not count. */
const noWorker = expect.stringMatching(/^No render worker is responding/)
const notReady = (fault: string): string => `Not ready to take requests. ${fault}`

const withoutDatabase = {
  read: 503,
  list: 503,
  tool: 503,
  sharePage: 503,
  storedFile: 503,
  write: 503,
  replay: 503,
  newFile: 503,
  down: ['postgres read', 'postgres write'],
  gatewayFault: notReady('The database is not available.'),
  isReadyToRead: false,
}

async function setReadOnly({ sql }: HalfAliveSystem, value: 'on' | 'off'): Promise<void> {
  await sql.unsafe(`alter system set default_transaction_read_only = ${value}`)
  await sql`select pg_reload_conf()`
}

const otherClients: Client[] = []

/** Opens all connections that the server has, while the gateway has none. Limits of a role do not apply to the superuser of the tests. */
async function occupyConnections({ postgres, postgresProxy }: HalfAliveSystem): Promise<void> {
  postgresProxy.refuseConnections()
  postgresProxy.resetConnections()
  for (let isFull = false; !isFull;) {
    const client = openPostgres(postgres.url, { max: 1, backoff: () => 3_600 })
    otherClients.push(client)
    isFull = await client`select`.then(
      () => false,
      () => true,
    )
  }
  await postgresProxy.restore()
}

async function freeConnections(): Promise<void> {
  await Promise.all(otherClients.splice(0).map((it) => it.end({ timeout: 1 })))
}

function redisStates(whose: 'queueRedis' | 'fileRedis'): HalfAliveState[] {
  const isQueue = whose === 'queueRedis'
  const [dependency, name, setting] = isQueue
    ? ['redis', "The queue's Redis", 'REDIS_URL']
    : ['artifacts', "The files' Redis", 'ARTIFACT_REDIS_URL']
  const workerFault = `${name} accepts no writes.`
  /** Finished files are in the files' Redis: a new primary has none of them, and a server that cannot be reached gives none. */
  const storedFile = isQueue ? 200 : 503
  const notMade = /^(Exports are not possible|The export was not ready|No render worker is taking)/
  const setMemory = (system: HalfAliveSystem, bytes: number) =>
    system[whose].primary().config('SET', 'maxmemory', bytes)
  return [
    {
      name: `${name} becomes a replica, and its connections stay open`,
      begin: (system) => system[whose].demote(),
      end: (system) => system[whose].failOver(),
      expected: {
        storedFile,
        newFile: 503,
        details: [isQueue ? noExports : expect.stringMatching(notMade)],
        down: [`${dependency} write`],
        workerFault,
        doctor: [...(isQueue ? [] : [noWorker]), expect.stringMatching(`^${name} is a replica .* correct ${setting}$`)],
      },
    },
    {
      name: `${name} is full`,
      begin: (system) => setMemory(system, 1),
      end: (system) => setMemory(system, 0),
      expected: {
        newFile: 503,
        details: [isQueue ? noExports : expect.stringMatching(notMade)],
        down: [`${dependency} write`],
        workerFault,
        doctor: [
          isQueue ? expect.stringMatching(/^The queue's Redis is \d+ % full/) : noWorker,
          expect.stringMatching(`^${name} accepts no writes, .*raise maxmemory`),
        ],
      },
    },
    {
      name: `${name} cannot be reached`,
      begin(system) {
        system[whose].proxy.refuseConnections()
        system[whose].proxy.resetConnections()
      },
      end: (system) => system[whose].proxy.restore(),
      expected: {
        storedFile,
        newFile: 503,
        details: [noExports],
        down: [`${dependency} read`, `${dependency} write`],
        workerFault: isQueue ? 'The worker is not connected to the queue.' : workerFault,
        doctor: [
          ...(isQueue ? [] : [noWorker]),
          expect.stringMatching(`^${name} cannot be used: .* correct ${setting}$`),
        ],
      },
    },
  ]
}

const states: readonly HalfAliveState[] = [
  {
    name: 'Postgres is read-only',
    begin: (system) => setReadOnly(system, 'on'),
    end: (system) => setReadOnly(system, 'off'),
    expected: {
      write: 503,
      replay: 503,
      details: [noWrites],
      down: ['postgres write'],
      gatewayFault: notReady('The database accepts no writes.'),
      doctor: [expect.stringMatching(/^Postgres accepts no writes.*default_transaction_read_only$/)],
    },
  },
  {
    name: 'Postgres has no space on its disk',
    async begin({ sql }) {
      await sql.unsafe(`
        create function refuse() returns trigger language plpgsql
          as $$ begin raise exception using errcode = 'disk_full', message = 'could not extend file'; end $$;
        create trigger full_disk before insert or update or delete on maps execute function refuse();
        create function refuse_table() returns event_trigger language plpgsql
          as $$ begin raise exception using errcode = 'disk_full', message = 'could not extend file'; end $$;
        create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse_table()`)
    },
    end: ({ sql }) => sql.unsafe('drop function refuse cascade; drop function refuse_table cascade'),
    expected: {
      write: 503,
      replay: expect.any(Number),
      details: [noWrites],
      down: ['postgres write'],
      gatewayFault: notReady('The database accepts no writes.'),
      doctor: [expect.stringMatching(/^Postgres has no space, .*: make room on its disk$/)],
    },
  },
  {
    name: 'Postgres answers two seconds late',
    begin: ({ postgresProxy }) => postgresProxy.delay({ toServer: 1_000, toClient: 1_000 }),
    end: ({ postgresProxy }) => postgresProxy.restore(),
    expected: {
      ...Object.fromEntries(Object.keys(healthy).map((it) => [it, expect.anything()])),
      gatewayFault: expect.toSatisfy(() => true),
      workerFault: undefined,
      down: ['postgres read', 'postgres write'],
      doctor: [expect.stringMatching(/^Postgres (cannot be used|.* too slowly)/)],
    },
  },
  {
    name: 'Postgres restarts',
    begin: ({ postgres }) => postgres.stop('SIGINT'),
    end: ({ postgres }) => postgres.start(),
    expected: {
      ...withoutDatabase,
      details: ['The database is not available. Try again shortly.'],
      doctor: [expect.stringMatching(/^Postgres cannot be used: .* Start it/)],
    },
  },
  {
    name: 'Postgres accepts no more connections',
    begin: (system) => occupyConnections(system),
    end: () => freeConnections(),
    expected: {
      ...withoutDatabase,
      details: ['The database accepts no more connections. Try again shortly.'],
      doctor: [expect.stringMatching(/^Postgres accepts no more connections: raise max_connections/)],
    },
  },
  ...redisStates('queueRedis'),
  ...redisStates('fileRedis'),
  {
    name: 'the bucket cannot be reached',
    begin({ bucket }) {
      bucket.proxy.refuseConnections()
      bucket.proxy.resetConnections()
    },
    end: ({ bucket }) => bucket.proxy.restore(),
    expected: {
      storedFile: 503,
      newFile: 503,
      details: [noExports, 'The file could not be made. Try again shortly.'],
      down: ['bucket read'],
      workerFault: 'The bucket takes no files.',
      doctor: [noWorker, expect.stringMatching(/^The bucket cannot be used/)],
    },
  },
]

describe.runIf(isLong)('while a store is half alive', () => {
  let system: HalfAliveSystem | undefined

  beforeAll(async () => void (system = await startHalfAliveSystem()), 240_000)
  afterAll(() => system?.[Symbol.asyncDispose]())

  /** Waits until everything observed is as expected. @returns ms */
  async function waitFor(expected: Record<string, unknown>): Promise<number> {
    const started = performance.now()
    const observed = () => system!.observe()
    await expect
      .poll(observed, { timeout: WITHIN_MS, interval: 200 })
      .toEqual(expected)
      // The error of a poll does not tell what differs.
      .catch(async () => expect(await observed()).toEqual(expected))
    return Math.round(performance.now() - started)
  }

  it.for(states)(
    '$name: the rest goes on, each signal names it, and it heals without a restart',
    { timeout: 5 * WITHIN_MS },
    async ({ begin, end, expected }, { annotate }) => {
      // The control: nothing is reported before.
      await waitFor(healthy)
      let reportedMs: number
      try {
        await begin(system!)
        reportedMs = await waitFor({ ...healthy, ...expected })
      } finally {
        await end(system!)
      }
      const healedMs = await waitFor(healthy)
      await annotate(`reported by all signals after ${reportedMs} ms, healed after ${healedMs} ms`, 'measured')
    },
  )

  it('every dependency that a gateway reports has a state for each mode', async () => {
    const reported = Object.keys(await system!.readGauge())
    const covered = new Set(states.flatMap((it) => it.expected.down as string[]))
    expect(reported.length).toBeGreaterThan(6)
    expect(reported.filter((it) => !covered.has(it))).toEqual([])
  })
})

describe.concurrent('without its guard', () => {
  it('a connection stays with a Redis that has become a replica', async ({ expect }) => {
    await using redis = await startTestRedis()
    await using other = await startTestRedis()
    await using proxy = await startFaultProxy(redis.url)
    await other.connect().config('SET', 'requirepass', new URL(redis.url).password)
    const url = throughProxy(redis.url, proxy)
    const guarded = openRedis(
      url,
      { connectionName: 'a', commandTimeout: 1_000, what: 'a' },
      createLogger('test', 'silent'),
    )
    const unguarded = new Redis(url)
    try {
      await expect.poll(() => guarded.set('a', 1).catch(String), { timeout: 10_000 }).toBe('OK')
      await unguarded.set('a', 1)
      await redis.connect().replicaof('127.0.0.1', 1)
      proxy.switchTo(other.url)
      // The guarded connection only reads from now on, and finds out by itself. The other server lacks the key.
      const read = () => guarded.get('a').catch(String)
      await expect.poll(read, { timeout: WITHIN_MS, interval: 1_000 }).toBeNull()
      expect(await guarded.set('a', 2)).toBe('OK')
      await expect(unguarded.set('a', 2)).rejects.toThrow('READONLY')
    } finally {
      guarded.disconnect()
      unguarded.disconnect()
    }
  })

  it('a session stays read-only after the database no longer is', async ({ expect }) => {
    await using database = await createDatabase()
    await using parts = new AsyncDisposableStack()
    const name = new URL(database.url).pathname.slice(1)
    const admin = parts.adopt(openPostgres(new URL('/postgres', database.url).href), (it) => it.end())
    const setReadOnly = (value: string) =>
      admin.unsafe(`alter database ${name} set default_transaction_read_only = ${value}`)
    await setReadOnly('on')
    const guarded = parts.adopt(openDatabase(database.url), (it) => it.end({ timeout: 1 }))
    const unguarded = parts.adopt(openPostgres(database.url), (it) => it.end())
    const write = (sql: typeof guarded.sql) =>
      sql`delete from maps`.then(
        () => 'written',
        (error: Error) => error.message,
      )
    expect(await guarded.readState()).toBe('read-only')
    expect(await write(guarded.sql)).toBe(noWrites)
    expect(await write(unguarded)).toMatch('read-only')
    await setReadOnly('off')
    // No request writes: readiness alone must find out.
    await expect.poll(() => guarded.readState(), { timeout: WITHIN_MS, interval: 500 }).toBe('writable')
    expect(await write(guarded.sql)).toBe('written')
    expect(await write(unguarded)).toMatch('read-only')
  })

  it('a token look-up that also records the use fails on a read-only database', async ({ expect }) => {
    await using database = await createDatabase()
    const sql = openPostgres(database.url)
    try {
      const hash = Buffer.alloc(32, 1)
      await sql`insert into workspaces (name, plan) values ('a', 'free')`
      await createTokenStore(sql).create({ workspace: 'a', name: 'a', hash, lastFour: 'abcd', expiresAt: undefined })
      await sql`set default_transaction_read_only = on`
      expect(await createTokenStore(sql).findOwner(hash)).toMatchObject({ plan: 'free' })
      const lookUpAndRecord = sql`
        with used as (update tokens set last_used_at = now() where hash = ${hash} returning id) select id from used`
      await expect(lookUpAndRecord).rejects.toThrow('read-only')
    } finally {
      await sql.end()
    }
  })
})

describe('a process that gets no processor time', () => {
  it('says that it is overloaded, and blames the database only where that is slow', async () => {
    await using database = await createDatabase()
    await using proxy = await startFaultProxy(database.url)
    const { sql, end } = openDatabase(throughProxy(database.url, proxy))
    const query = () =>
      sql`select 1`.then(
        () => 'answered',
        (error: Error) => error.message,
      )
    await sql`select 1`
    proxy.stall()
    const starved = query()
    for (let round = 0; round < 12; round++) {
      block(300)
      await sleep(1)
    }
    expect(await starved).toBe('The service is overloaded. Try again shortly.')
    // The control. The machine may be busy with other tests.
    await expect.poll(query, { timeout: 60_000 }).toBe('The database is not available. Try again shortly.')
    await proxy.restore()
    await end({ timeout: 1 })
  })
})

/** Keeps the event loop busy. */
function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
