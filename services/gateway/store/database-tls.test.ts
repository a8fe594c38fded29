import { chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogger } from '@maps/shared/logger'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { backendPid } from '../../../test/rig/backend-pid.ts'
import { startFaultProxy, throughProxy } from '../../../test/rig/fault-proxy.ts'
import { startTestPostgres, type TestPostgres } from '../../../test/rig/postgres.ts'
import { checkPostgres } from '../admin/checks/postgres.ts'
import { type Database, openDatabase } from './database.ts'
import { migrateWhenReachable } from './migrate.ts'
import { openPostgres, type Sql } from './postgres.ts'

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
  let postgres: TestPostgres

  beforeAll(async () => {
    postgres = await startTestPostgres()
    await offerTls(postgres)
  })
  afterAll(() => postgres[Symbol.asyncDispose]())

  it('checks the certificate with sslmode=verify-full alone', async () => {
    const connect = async (mode: string) => {
      const sql = openPostgres(`${postgres.url}?sslmode=${mode}`)
      try {
        return await isEncrypted(sql)
      } finally {
        await sql.end()
      }
    }
    await expect(connect('verify-full')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    expect(await connect('require')).toBe(true)
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
    await vi.waitFor(() => Promise.all([backendPid(sql), backendPid(sql)]), { timeout: 1_000 })
  })
})

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
  await vi.waitFor(async () => expect(await sql`show ssl`).toMatchObject([{ ssl: 'on' }]))
}

function openTls(url: string): Database & AsyncDisposable {
  const database = openDatabase(`${url}?sslmode=require`, 2)
  return { ...database, [Symbol.asyncDispose]: () => database.end({ timeout: 1 }) }
}

async function isEncrypted(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ ssl: boolean }[]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
  return row!.ssl
}
