import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinSystem, type SharedSystem } from '../rig/shared-system.ts'
import { openPostgres, type Client } from '../../services/gateway/store/postgres.ts'
import { type Outcome, runAdmin, runAdminOnTerminal } from './admin-program.ts'

let system: SharedSystem

beforeAll(async () => {
  system = await joinSystem()
})
afterAll(() => system[Symbol.asyncDispose]())

function admin(...args: string[]): Promise<Outcome> {
  return runAdmin({ DATABASE_URL: system.databaseUrl }, args)
}

async function onDatabase<Result>(url: string, run: (sql: Client) => Promise<Result>): Promise<Result> {
  const sql = openPostgres(url)
  try {
    return await run(sql)
  } finally {
    await sql.end()
  }
}

async function statusWith(token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` }
  return (await fetch(`${system.url}/api/v1/maps`, { headers })).status
}

describe('the admin command line', { timeout: 60_000 }, () => {
  it('makes a workspace and a token that opens it, and prints the token alone', async () => {
    expect(await admin('workspace', 'create', 'acme', '--plan', 'pro')).toMatchObject({ code: 0 })
    const { stdout } = await admin('token', 'create', '--workspace', 'acme', '--name', 'ci', '--expires-in', '90d')
    expect(stdout).toMatch(/^mapsws_\w{36}\n$/)
    expect(await statusWith(stdout.trim())).toBe(200)
    const workspaces = await admin('workspace', 'list')
    expect(workspaces.stdout).toMatch(/acme.*pro/)
    const tokens = await admin('token', 'list', '--workspace', 'acme')
    expect(tokens.stdout).toContain(stdout.trim().slice(-4))
    expect(tokens.stdout).not.toContain(stdout.trim())
  })

  it('revokes a token by its id', async () => {
    await admin('workspace', 'create', 'brief')
    const token = (await admin('token', 'create', '--workspace', 'brief', '--name', 'x')).stdout.trim()
    const list = await admin('token', 'list', '--workspace', 'brief')
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(list.stdout)![0]
    expect(await admin('token', 'revoke', id)).toMatchObject({ code: 0 })
    expect(await statusWith(token)).toBe(401)
    const again = await admin('token', 'revoke', id)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('no live token') })
  })

  it('makes tokens that expire', async () => {
    await admin('workspace', 'create', 'passing')
    const create = ['token', 'create', '--workspace', 'passing', '--name', 'x', '--expires-in']
    const token = (await admin(...create, '1m')).stdout.trim()
    expect(await statusWith(token)).toBe(200)
    for (const time of ['soon', '0m', '-1d', '1y']) {
      expect(await admin(...create, time)).toMatchObject({ code: 1, stderr: expect.stringContaining('30m, 12h, 90d') })
    }
  })

  it('makes tokens that may only read', async () => {
    await admin('workspace', 'create', 'watched')
    const create = ['token', 'create', '--workspace', 'watched', '--name']
    const writing = (await admin(...create, 'writer')).stdout.trim()
    const reading = (await admin(...create, 'reader', '--read-only')).stdout.trim()
    const asked = async (token: string, method: string, path: string, body?: unknown) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      return fetch(`${system.url}/api/v1${path}`, init)
    }
    const { map } = (await (await asked(writing, 'POST', '/maps', { name: 'x' })).json()) as { map: { id: string } }
    const path = `/maps/${map.id}`
    for (const [method, at, body] of [
      ['POST', '/maps', { name: 'y' }],
      ['PATCH', path, { name: 'y' }],
      ['DELETE', path, undefined],
    ] as const) {
      const answer = await asked(reading, method, at, body)
      expect(answer.status, method).toBe(403)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
      expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('may only read') })
    }
    expect((await asked(reading, 'GET', '/maps')).status).toBe(200)
    expect(await (await asked(reading, 'GET', path)).json()).toMatchObject({ map: { id: map.id, name: 'x' } })
    expect((await asked(reading, 'GET', `${path}/export/nothing`)).status).toBe(400)
    const list = (await admin('token', 'list', '--workspace', 'watched')).stdout
    expect(list).toMatch(/writer.*false/)
    expect(list).toMatch(/reader.*true/)
  })

  it('rotates a token: the new one has its scope, and the old one goes on or ends by itself', async () => {
    await admin('workspace', 'create', 'turning')
    const create = ['token', 'create', '--workspace', 'turning', '--name', 'x', '--read-only', '--expires-in', '2h']
    const first = (await admin(...create)).stdout.trim()
    const idOf = async () =>
      /[0-9a-f]{8}-[0-9a-f-]{27}/.exec((await admin('token', 'list', '--workspace', 'turning')).stdout)![0]
    const id = await idOf()
    const second = (await admin('token', 'rotate', id)).stdout.trim()
    const third = (await admin('token', 'rotate', id, '--revoke-after', '1m', '--expires-in', '1d')).stdout.trim()
    expect(new Set([first, second, third]).size).toBe(3)
    for (const token of [first, second, third]) expect(await statusWith(token)).toBe(200)
    const minutes = await onDatabase(system.databaseUrl, async (sql) =>
      (
        await sql<{ left: number }[]>`
        select round(extract(epoch from expires_at - now()) / 60)::int as left from tokens
        join workspaces on workspaces.id = workspace_id
        where workspaces.name = 'turning' and is_read_only order by tokens.created_at`
      ).map((it) => it.left),
    )
    expect(minutes).toEqual([1, 120, 24 * 60])
    await admin('token', 'revoke', id)
    expect(await admin('token', 'rotate', id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no live token'),
    })
  })

  it('gives a workspace another plan and another name', async () => {
    await admin('workspace', 'create', 'small')
    await admin('workspace', 'create', 'taken')
    expect(await admin('workspace', 'set-plan', 'small', 'pro')).toMatchObject({ code: 0, stderr: '' })
    expect(await admin('workspace', 'rename', 'small', 'grown')).toMatchObject({ code: 0, stderr: '' })
    expect((await admin('workspace', 'list')).stdout).toMatch(/grown.*pro/)
    expect(await admin('workspace', 'rename', 'grown', 'taken')).toMatchObject({
      code: 1,
      stderr: 'There is a workspace named taken already.\n',
    })
  })

  it('deletes a workspace with all that it holds, and nothing else', async () => {
    const doomed = await system.createWorkspace()
    const spared = await system.createWorkspace()
    const headers = { 'Idempotency-Key': 'k' }
    for (const it of [doomed, spared]) {
      await it.request('POST', '/maps', { body: { name: 'x' }, headers })
      await it.createMap({ name: 'y', isPublic: true })
    }
    const unsure = await admin('workspace', 'delete', doomed.name)
    expect(unsure).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('2 maps and 1 token: add --yes'),
    })
    expect(await doomed.listMaps()).toHaveLength(2)
    const { stdout } = await admin('workspace', 'delete', doomed.name, '--yes')
    expect(stdout).toBe(`Deleted ${doomed.name} with 2 maps and 1 token.\n`)
    // Its token is remembered for 10 seconds at most, and is of no use meanwhile.
    expect((await doomed.request('POST', '/maps', { body: { name: 'z' } })).status).toBe(401)
    expect(await spared.listMaps()).toHaveLength(2)
    const left = await onDatabase(
      system.databaseUrl,
      (sql) => sql`
      select from idempotency_keys where workspace_id = ${doomed.id}
      union all select from maps where workspace_id = ${doomed.id}`,
    )
    expect(left).toHaveLength(0)
  })

  it.runIf(process.platform === 'linux')(
    'asks on a terminal before it deletes, and takes the name for a yes',
    async () => {
      const { name, listMaps, createMap } = await system.createWorkspace()
      await createMap({ name: 'x' })
      const answer = (line: string) =>
        runAdminOnTerminal({ DATABASE_URL: system.databaseUrl }, ['workspace', 'delete', name], line)
      const unsure = await answer('yes')
      expect(unsure.stdout).toContain(`Delete ${name} with 1 map and 1 token, for good? Type its name:`)
      expect(unsure.stdout).toContain('Nothing was deleted.')
      expect(await listMaps()).toHaveLength(1)
      expect((await answer(name)).stdout).toContain(`Deleted ${name} with 1 map and 1 token.`)
      expect((await admin('workspace', 'list')).stdout).not.toContain(name)
    },
  )

  it('says in a sentence what cannot be done', async () => {
    await admin('workspace', 'create', 'once')
    const cases = [
      [['workspace', 'create', 'once'], 'There is a workspace named once already.'],
      [['workspace', 'create', 'two words'], 'A name has 1 to 100'],
      [['workspace', 'create', 'x', '--plan', 'gold'], 'Allowed choices are free, pro'],
      [['token', 'create', '--workspace', 'nobody', '--name', 'x'], 'There is no workspace named nobody.'],
      [['token', 'create', '--workspace', 'once'], '--name'],
      [['workspace', 'set-plan', 'nobody', 'pro'], 'There is no workspace named nobody.'],
      [['workspace', 'set-plan', 'once', 'gold'], 'Allowed choices are free, pro'],
      [['workspace', 'rename', 'nobody', 'x'], 'There is no workspace named nobody.'],
      [['workspace', 'rename', 'once', 'two words'], 'A name has 1 to 100'],
      [['workspace', 'delete', 'nobody', '--yes'], 'There is no workspace named nobody.'],
      [['token', 'rotate', 'x'], 'There is no live token with the id x.'],
      [['token', 'revoke', 'x'], 'There is no live token with the id x.'],
    ] as const
    for (const [args, told] of cases) {
      const { code, stdout, stderr } = await admin(...args)
      expect({ code, stdout }, args.join(' ')).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(told)
      expect(stderr).not.toContain('    at ')
    }
  })
})
