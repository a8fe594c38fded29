import { chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { backendPid } from '../../../test/rig/backend-pid.ts'
import { startFaultProxy, throughProxy } from '../../../test/rig/fault-proxy.ts'
import { startTestPostgres, type TestPostgres } from '../../../test/rig/postgres.ts'
import { answer } from './answer.ts'
import { openPool, type Pool } from './pool.ts'
import { openPostgres } from './postgres.ts'

/** Known to everybody, and good for nothing else. */
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

describe('a pool under TLS', () => {
  let postgres: TestPostgres

  beforeAll(async () => {
    postgres = await startTestPostgres()
    await offerTls(postgres)
  })
  afterAll(() => postgres[Symbol.asyncDispose]())

  it('finds a server again that has been away', async () => {
    await using pool = openTls(postgres.url)
    expect(await isEncrypted(pool)).toBe(true)
    await postgres.end('SIGKILL')
    await expect(isEncrypted(pool)).rejects.toThrow('not available')
    await postgres.start()
    await vi.waitFor(() => isEncrypted(pool), { timeout: 5_000 })
  })

  it('asks others where one has ended, and opens that one again', async () => {
    await using pool = openTls(postgres.url)
    const pids = await Promise.all([backendPid(pool), backendPid(pool)])
    await answer(pool`select pg_terminate_backend(${pids[0]})`).catch(() => undefined)
    expect(await backendPid(pool)).toBe(pids[1])
    const later = await Promise.all([backendPid(pool), backendPid(pool)])
    expect(later).toContain(pids[1])
    expect(later).not.toContain(pids[0])
  })

  it('gives up a connection on which nothing comes back, though nobody can watch it', async () => {
    await using network = await startFaultProxy(postgres.url)
    await using pool = openTls(throughProxy(postgres.url, network))
    await Promise.all([backendPid(pool), backendPid(pool)])
    network.deafen()
    const outcomes = await Promise.allSettled([backendPid(pool), backendPid(pool)])
    expect(outcomes.map((it) => it.status)).toEqual(['rejected', 'rejected'])
    await vi.waitFor(() => Promise.all([backendPid(pool), backendPid(pool)]), { timeout: 12_000 })
  })
})

/** Has the server speak TLS with whoever asks for it. */
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

function openTls(url: string): Pool & AsyncDisposable {
  const pool = openPool(`${url}?sslmode=require`, 2)
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end({ timeout: 1 }) })
}

async function isEncrypted(pool: Pool): Promise<boolean> {
  const [row] = await answer(pool<{ ssl: boolean }[]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`)
  return row!.ssl
}
