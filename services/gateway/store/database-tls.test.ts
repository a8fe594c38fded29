import { once } from 'node:events'
import { chown, mkdtempDisposable, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { createLogger } from '@maps/shared/logger'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { backendPid } from '../../../test/rig/backend-pid.ts'
import { startFaultProxy, throughProxy } from '../../../test/rig/fault-proxy.ts'
import { startTestPostgres, type TestPostgres } from '../../../test/rig/postgres.ts'
import { checkPostgres } from '../admin/checks/postgres.ts'
import { type Database, openDatabase } from './database.ts'
import { readDatabaseAddress } from './database-address.ts'
import { readTls } from './database-tls.ts'
import { migrateWhenReachable } from './migrate.ts'
import { openPostgres, type Sql } from './postgres.ts'
import { refusesTls } from './tls-refusal.ts'

/** A public test key. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfJ3kbuEo1+skwUG2
/c3447ClbsbtLXLPktVyuIeKuMehRANCAASfS+uB5byBPODwrq3F7BhxnFUl0Hao
dXIswFKlZrBCvg9qgrU5X0S1GeIR5JX85Zs1SDF1f+3HUDUzg5U6FeUG
-----END PRIVATE KEY-----
`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUB6Uf2jawBB9uEws1ePl5pREJ+6gwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE4MjA0OVoYDzIxMjYxMDI5
MTgyMDQ5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASfS+uB5byBPODwrq3F7BhxnFUl0HaodXIswFKlZrBCvg9qgrU5X0S1
GeIR5JX85Zs1SDF1f+3HUDUzg5U6FeUGo1MwUTAdBgNVHQ4EFgQUoDhFO+Ils2WS
pMjGs31JamWnocwwHwYDVR0jBBgwFoAUoDhFO+Ils2WSpMjGs31JamWnocwwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAuUEwmINq6wzx3TTtLJm+
hMu9DYEJo2XHQcH18s2QvNECIQCdYX/GlyHH/plk/rCub91vOJSxwAkcfbYYr+ZO
Nres0Q==
-----END CERTIFICATE-----
`

describe('a database under TLS', () => {
  const parts = new AsyncDisposableStack()
  let postgres: TestPostgres
  /** Files of the authority of the server's certificate, and of another one. */
  let authorities: { ours: string; other: string }

  beforeAll(async () => {
    const { path: folder } = parts.use(await mkdtempDisposable(join(tmpdir(), 'maps-tls-')))
    authorities = { ours: join(folder, 'ours.pem'), other: join(folder, 'other.pem') }
    await writeFile(authorities.ours, certificate)
    await writeFile(authorities.other, rootCertificates[0]!)
    postgres = parts.use(await startTestPostgres())
    await offerTls(postgres)
  })
  afterAll(() => parts.disposeAsync())

  it.each([
    ['127.0.0.1', 'sslmode=disable', false],
    ['127.0.0.1', 'application_name=x', false],
    ['127.0.0.1', 'sslmode=allow', true],
    ['127.0.0.1', 'sslmode=prefer', true],
    ['127.0.0.1', 'sslmode=no-verify', true],
    ['127.0.0.1', 'sslmode=require', true],
    ['127.0.0.1', 'sslmode=require&sslrootcert=OURS', true],
    ['127.0.0.1', 'sslmode=require&sslrootcert=OTHER', 'SELF_SIGNED'],
    ['localhost', 'sslmode=verify-ca', 'SELF_SIGNED'],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=OURS', true],
    ['localhost', 'sslmode=verify-ca&sslrootcert=OTHER', 'SELF_SIGNED'],
    ['localhost', 'sslmode=verify-full', 'SELF_SIGNED'],
    ['localhost', 'sslmode=verify-full&sslrootcert=OURS', true],
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=OURS', 'ALTNAME_INVALID'],
    ['localhost', 'sslrootcert=OURS', true],
    ['127.0.0.1', 'sslrootcert=OURS', 'ALTNAME_INVALID'],
    ['localhost', 'sslmode=require&sslrootcert=system', 'SELF_SIGNED'],
    ['localhost', 'ssl=true', 'SELF_SIGNED'],
    ['localhost', 'ssl=no-verify', true],
  ])('at %s with %s: whether encrypted, or why refused: %s', async (host, parameters, expected) => {
    const query = parameters.replace('OURS', authorities.ours).replace('OTHER', authorities.other)
    const sql = openPostgres(`${postgres.url.replace('127.0.0.1', host)}?${query}`)
    const outcome = await isEncrypted(sql).catch((error: unknown) => (error as { code: string }).code)
    await sql.end({ timeout: 1 })
    if (typeof expected === 'string') expect(outcome).toContain(expected)
    else expect(outcome).toBe(expected)
  })

  it('uses no TLS with sslmode=prefer where the server has none', async () => {
    const sql = openPostgres(`${inject('templateUrl')}?sslmode=prefer`)
    expect(await isEncrypted(sql)).toBe(false)
    await sql.end()
  })

  it.each(['require', 'verify-ca', 'verify-full'])(
    'says that a server without TLS has none, with sslmode=%s',
    async (mode) => {
      const url = `${inject('templateUrl')}?sslmode=${mode}`
      const start = migrateWhenReachable(url, AbortSignal.timeout(20_000), createLogger('test', 'silent'))
      await expect(start).rejects.toThrow(/^DATABASE_URL: the server there offers no TLS: .*sslmode=prefer/)
      const results = await Array.fromAsync(checkPostgres(url))
      expect(results).toEqual([{ state: 'BAD', text: expect.stringMatching(/^DATABASE_URL: .* no TLS/) }])
    },
  )

  it('has none only where no server of its address has any', async () => {
    const [plain, offering] = [inject('templateUrl'), postgres.url].map((it) => new URL(it).port)
    const refusesAt = (...ports: (string | undefined)[]) => {
      const hosts = ports.map((it) => `127.0.0.1:${it}`).join()
      return refusesTls(readDatabaseAddress(`postgres://maps@${hosts}/maps?sslmode=require`))
    }
    expect(await refusesAt(plain, plain)).toBe(true)
    expect(await refusesAt(plain, offering)).toBe(false)
  })

  it.each(['S', ''])('goes on trying where connections are cut off after the answer "%s" about TLS', async (answer) => {
    await using proxy = await startCuttingProxy(answer)
    const stop = new AbortController()
    const log = createLogger('test', 'silent')
    const start = migrateWhenReachable(`${proxy.url}?sslmode=require`, stop.signal, log)
    // Each try has one connection, and another that only asks about TLS.
    await expect.poll(proxy.countConnections, { timeout: 10_000 }).toBeGreaterThan(2)
    stop.abort()
    await start
  })

  it('reconnects to a server after a crash', async () => {
    await using database = openTls(postgres.url)
    const { sql } = database
    expect(await isEncrypted(sql)).toBe(true)
    await postgres.stop('SIGKILL')
    await expect(isEncrypted(sql)).rejects.toThrow('not available')
    await postgres.start()
    await vi.waitFor(() => isEncrypted(sql), { timeout: 5_000 })
  })

  it('says what to do about a certificate that is not trusted', async () => {
    const url = `${postgres.url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full`
    const database = openDatabase(url, 1)
    await expect(database.sql`select 1`).rejects.toThrow('not available')
    await database.end()
    const log = createLogger('test', 'silent')
    const start = migrateWhenReachable(url, new AbortController().signal, log)
    await expect(start).rejects.toThrow(/^DATABASE_URL: .*not trusted.*NODE_EXTRA_CA_CERTS/)
    const results = await Array.fromAsync(checkPostgres(url))
    expect(results).toEqual([{ state: 'BAD', text: expect.stringContaining('NODE_EXTRA_CA_CERTS') }])
  })

  it('opens new connections after the end of one', async () => {
    await using database = openTls(postgres.url)
    const { sql } = database
    const pids = await Promise.all([backendPid(sql), backendPid(sql)])
    await sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => undefined)
    const later = await Promise.all([backendPid(sql), backendPid(sql)])
    expect(new Set([...pids, ...later]).size).toBe(4)
    expect(await isEncrypted(sql)).toBe(true)
  })

  it('closes a connection without responses', async () => {
    await using network = await startFaultProxy(postgres.url)
    await using database = openTls(throughProxy(postgres.url, network))
    const { sql } = database
    await Promise.all([backendPid(sql), backendPid(sql)])
    network.blackhole()
    const outcomes = await Promise.allSettled([backendPid(sql), backendPid(sql)])
    expect(outcomes.map((it) => it.status)).toEqual(['rejected', 'rejected'])
    // Less than the 3 s of a query: none waits for the old connection.
    await vi.waitFor(() => Promise.all([backendPid(sql), backendPid(sql)]), { timeout: 2_500 })
  })
})

/** Starts a proxy that answers the request for TLS, and cuts off the connection at the next bytes, or at once if the answer is empty. */
async function startCuttingProxy(answer: string) {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket
      .on('error', () => {})
      .once('data', () => {
        if (!answer) return void socket.destroy()
        socket.write(answer)
        socket.once('data', () => socket.destroy())
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://maps@127.0.0.1:${(server.address() as AddressInfo).port}/maps`,
    countConnections: () => connections,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Switches TLS on at the server. */
async function offerTls({ url }: TestPostgres): Promise<void> {
  await using parts = new AsyncDisposableStack()
  const sql = parts.adopt(openPostgres(url), (it) => it.end())
  const [row] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`
  const { uid, gid } = await stat(row!.folder)
  for (const [name, content] of Object.entries({ 'server.key': key, 'server.crt': certificate })) {
    const file = join(row!.folder, name)
    await writeFile(file, content, { mode: 0o600 })
    await chown(file, uid, gid)
  }
  await sql`alter system set ssl = on`
  await sql`select pg_reload_conf()`
  await vi.waitFor(async () => expect(await sql`show ssl`).toMatchObject([{ ssl: 'on' }]), { timeout: 10_000 })
}

function openTls(url: string): Database & AsyncDisposable {
  const database = openDatabase(`${url}?sslmode=require`, 2)
  return { ...database, [Symbol.asyncDispose]: () => database.end({ timeout: 1 }) }
}

describe('an authority or mode that is not known', () => {
  const read = (query: string) => () => readTls(new Map(new URLSearchParams(query)))

  it('is refused with the name of its parameter', () => {
    expect(read('sslmode=verify-full&sslrootcert=/no/such.pem')).toThrow(/^sslrootcert names a file that .* \(ENOENT/)
    expect(read('sslmode=requires')).toThrow(/^sslmode must be disable, /)
    expect(read('ssl=yes')).toThrow(/^sslmode must be disable, /)
  })
})

async function isEncrypted(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ ssl: boolean }[]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
  return row!.ssl
}
