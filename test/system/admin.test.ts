import { describe, expect, it } from 'vitest'
import { createRestClient } from '../rig/rest-client.ts'
import { useSystem } from '../rig/shared-system.ts'
import { openPostgres, type Client } from '../../services/gateway/store/postgres.ts'
import { type ProcessResult, runAdminCommand, runAdminOnTerminal, runAdminProgram } from './admin-program.ts'

const { system } = await useSystem()
const settings = { DATABASE_URL: system.databaseUrl }

function admin(...args: string[]): Promise<ProcessResult> {
  return runAdminCommand(settings, args)
}

async function createToken(workspace: string, ...options: string[]): Promise<string> {
  return (await admin('token', 'create', '--workspace', workspace, '--name', ...options)).stdout.trim()
}

/** Id of the first token in a workspace's list. */
async function readTokenId(workspace: string): Promise<string> {
  return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec((await admin('token', 'list', '--workspace', workspace)).stdout)![0]
}

async function queryDatabase<Result>(run: (sql: Client) => Promise<Result>): Promise<Result> {
  const sql = openPostgres(system.databaseUrl)
  try {
    return await run(sql)
  } finally {
    await sql.end()
  }
}

/** Creates a client with a token that the command line printed. */
function connect(token: string) {
  return createRestClient({ direct: [`${system.url}/api/v1`], validated: undefined }, token)
}

async function requestStatus(token: string): Promise<number> {
  return (await connect(token).request('GET', '/maps')).status
}

describe('the admin command line', { timeout: 60_000 }, () => {
  it('makes a workspace and a token that opens it, and prints the token alone', async () => {
    const program = (...args: string[]) => runAdminProgram(settings, args)
    expect(await program('workspace', 'create', 'acme', '--plan', 'pro')).toMatchObject({ code: 0 })
    const { stdout } = await program('token', 'create', '--workspace', 'acme', '--name', 'ci', '--expires-in', '90d')
    expect(stdout).toMatch(/^mapsws_\w{36}\n$/)
    expect(await requestStatus(stdout.trim())).toBe(200)
    expect((await admin('workspace', 'list')).stdout).toMatch(/acme.*pro/)
    const tokens = await admin('token', 'list', '--workspace', 'acme')
    expect(tokens.stdout).toContain(stdout.trim().slice(-4))
    expect(tokens.stdout).not.toContain(stdout.trim())
  })

  it('lists workspaces and tokens as JSON for programs', async () => {
    await admin('workspace', 'create', 'listed', '--plan', 'pro')
    const token = await createToken('listed', 'ci', '--read-only', '--expires-in', '1d')
    const workspaces = JSON.parse((await admin('workspace', 'list', '--json')).stdout) as object[]
    expect(workspaces).toContainEqual({
      id: expect.any(String),
      name: 'listed',
      plan: 'pro',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const { stdout } = await admin('token', 'list', '--workspace', 'listed', '--json')
    expect(stdout).not.toContain(token)
    expect(JSON.parse(stdout)).toMatchObject([
      { workspace: 'listed', name: 'ci', lastFour: token.slice(-4), isReadOnly: true, revokedAt: null },
    ])
  })

  it.each([['workspace', 'list'], ['--help'], ['token', 'list', '--json']])(
    'ends quietly where its reader has seen enough: %s %s',
    async (...args) => {
      const { code, stderr } = await runAdminProgram(settings, args, '', false)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    },
  )

  it.each([
    [['--help'], ['Usage: admin', 'workspace', 'token', 'doctor']],
    [
      ['workspace', 'import', '--help'],
      ['Usage: admin workspace import', 'Make new tokens for it.'],
    ],
  ])('prints its help for %j', async (words, parts) => {
    const { stdout, ...ended } = await admin(...words)
    expect(ended).toEqual({ code: 0, stderr: '' })
    for (const part of parts) expect(stdout).toContain(part)
  })

  it('prints its help as an error where no command is named', async () => {
    expect(await admin()).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('Usage: admin') })
  })

  it('revokes a token by its id', async () => {
    await admin('workspace', 'create', 'brief')
    const token = await createToken('brief', 'x')
    const id = await readTokenId('brief')
    expect(await admin('token', 'revoke', id)).toMatchObject({ code: 0 })
    expect(await requestStatus(token)).toBe(401)
    const again = await admin('token', 'revoke', id)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('no live token') })
  })

  it('makes tokens that expire', async () => {
    await admin('workspace', 'create', 'passing')
    expect(await requestStatus(await createToken('passing', 'x', '--expires-in', '1m'))).toBe(200)
    const create = ['token', 'create', '--workspace', 'passing', '--name', 'x', '--expires-in']
    for (const time of ['soon', '0m', '-1d', '1y']) {
      expect(await admin(...create, time)).toMatchObject({ code: 1, stderr: expect.stringContaining('30m, 12h, 90d') })
    }
  })

  it('makes tokens that may only read', async () => {
    await admin('workspace', 'create', 'watched')
    const writer = connect(await createToken('watched', 'writer'))
    const reader = connect(await createToken('watched', 'reader', '--read-only'))
    const { id } = await writer.createMap({ name: 'x' })
    for (const [method, path, body] of [
      ['POST', '/maps', { name: 'y' }],
      ['PATCH', `/maps/${id}`, { name: 'y' }],
      ['DELETE', `/maps/${id}`, undefined],
    ] as const) {
      const { status, headers, json } = await reader.request(method, path, { body })
      expect(status, method).toBe(403)
      expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
      expect(json).toMatchObject({ detail: expect.stringContaining('may only read') })
    }
    expect((await reader.request('GET', '/maps')).status).toBe(200)
    expect(await reader.getMap(id)).toMatchObject({ id, name: 'x' })
    expect((await reader.request('GET', `/maps/${id}/export/nothing`)).status).toBe(400)
    const list = (await admin('token', 'list', '--workspace', 'watched')).stdout
    expect(list).toMatch(/writer.*false/)
    expect(list).toMatch(/reader.*true/)
  })

  it('rotates a token: the new one has its scope, and the old one goes on or ends by itself', async () => {
    await admin('workspace', 'create', 'turning')
    const first = await createToken('turning', 'x', '--read-only', '--expires-in', '2h')
    const id = await readTokenId('turning')
    const second = (await admin('token', 'rotate', id)).stdout.trim()
    const third = (await admin('token', 'rotate', id, '--revoke-after', '1m', '--expires-in', '1d')).stdout.trim()
    expect(new Set([first, second, third]).size).toBe(3)
    for (const token of [first, second, third]) expect(await requestStatus(token)).toBe(200)
    const rows = await queryDatabase(
      (sql) => sql`
      select round(extract(epoch from least(expires_at, retires_at) - now()) / 60)::int as minutes from tokens
      join workspaces on workspaces.id = workspace_id
      where workspaces.name = 'turning' and is_read_only order by tokens.created_at`,
    )
    expect(rows.map((it) => it['minutes'])).toEqual([1, 120, 24 * 60])
    await admin('token', 'revoke', id)
    const again = await admin('token', 'rotate', id)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('no live token') })
  })

  it.each([
    [[], null],
    [['--expires-in', '2h'], 120],
  ])(
    'gives the successor of a token made with %j its life, and not the rest of the retired one',
    async (life, minutes) => {
      const workspace = `retiring-${minutes}`
      await admin('workspace', 'create', workspace)
      await createToken(workspace, 'x', ...life)
      const id = await readTokenId(workspace)
      for (let rotation = 0; rotation < 2; rotation++) await admin('token', 'rotate', id, '--revoke-after', '5m')
      const rows = await queryDatabase(
        (sql) => sql`
      select round(extract(epoch from least(expires_at, retires_at) - now()) / 60)::int as minutes from tokens
      join workspaces on workspaces.id = workspace_id where workspaces.name = ${workspace} order by tokens.created_at`,
      )
      expect(rows.map((it) => it['minutes'])).toEqual([5, minutes, minutes])
      expect(JSON.parse((await admin('token', 'list', '--workspace', workspace, '--json')).stdout)).toHaveLength(3)
    },
  )

  it('gives a workspace another plan and another name', async () => {
    await admin('workspace', 'create', 'small')
    await admin('workspace', 'create', 'taken')
    expect(await admin('workspace', 'set-plan', 'small', 'pro')).toMatchObject({ code: 0, stderr: '' })
    expect(await admin('workspace', 'rename', 'small', 'grown')).toMatchObject({ code: 0, stderr: '' })
    expect((await admin('workspace', 'list')).stdout).toMatch(/grown.*pro/)
    const refused = await runAdminProgram(settings, ['workspace', 'rename', 'grown', 'taken'])
    expect(refused).toMatchObject({ code: 1, stderr: 'There is a workspace named taken already.\n' })
  })

  it('deletes a workspace with all that it holds, and nothing else', async () => {
    const deleted = await system.createWorkspace()
    const other = await system.createWorkspace()
    for (const workspace of [deleted, other]) {
      await workspace.request('POST', '/maps', { body: { name: 'x' }, headers: { 'Idempotency-Key': 'k' } })
      await workspace.createMap({ name: 'y', isPublic: true })
    }
    expect(await admin('workspace', 'delete', deleted.name)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('2 maps and 1 token: add --yes'),
    })
    expect(await deleted.listMaps()).toHaveLength(2)
    const { stdout } = await admin('workspace', 'delete', deleted.name, '--yes')
    expect(stdout).toBe(`Deleted ${deleted.name} with 2 maps and 1 token.\n`)
    // The gateway may cache the token for 10 seconds, but the workspace is gone.
    expect((await deleted.request('POST', '/maps', { body: { name: 'z' } })).status).toBe(401)
    expect(await other.listMaps()).toHaveLength(2)
    const rows = await queryDatabase(
      (sql) => sql`
      select from idempotency_keys where workspace_id = ${deleted.id}
      union all select from maps where workspace_id = ${deleted.id}`,
    )
    expect(rows).toHaveLength(0)
  })

  it.runIf(process.platform === 'linux')('prompts for the name on a terminal before it deletes', async () => {
    const { name, listMaps, createMap } = await system.createWorkspace()
    await createMap({ name: 'x' })
    const confirm = (line: string) => runAdminOnTerminal(settings, ['workspace', 'delete', name], line)
    const unsure = await confirm('yes')
    expect(unsure.stdout).toContain(`Delete ${name} with 1 map and 1 token, for good? Type its name:`)
    expect(unsure.stdout).toContain('Nothing was deleted.')
    expect(await listMaps()).toHaveLength(1)
    expect((await confirm(name)).stdout).toContain(`Deleted ${name} with 1 map and 1 token.`)
    expect((await admin('workspace', 'list')).stdout).not.toContain(name)
  })

  it('says in a sentence what cannot be done', async () => {
    await admin('workspace', 'create', 'once')
    const cases = [
      [['workspace', 'create', 'once'], 'There is a workspace named once already.'],
      [['workspace', 'create', 'two words'], 'A name has 1 to 100'],
      [['workspace', 'create', 'x', '--plan', 'gold'], 'Allowed choices are free, pro'],
      [['token', 'create', '--workspace', 'nobody', '--name', 'x'], 'There is no workspace named nobody.'],
      [['token', 'create', '--workspace', 'once'], '--name'],
      [['token', 'list', '--workspace', 'nobody', '--json'], 'There is no workspace named nobody.'],
      [['workspace', 'set-plan', 'nobody', 'pro'], 'There is no workspace named nobody.'],
      [['workspace', 'set-plan', 'once', 'gold'], 'Allowed choices are free, pro'],
      [['workspace', 'rename', 'nobody', 'x'], 'There is no workspace named nobody.'],
      [['workspace', 'rename', 'once', 'two words'], 'A name has 1 to 100'],
      [['workspace', 'delete', 'nobody', '--yes'], 'There is no workspace named nobody.'],
      [['token', 'rotate', 'x'], 'There is no live token with the id x.'],
      [['token', 'revoke', 'x'], 'There is no live token with the id x.'],
    ] as const
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await admin(...args)
      expect({ code, stdout }, args.join(' ')).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(message)
      expect(stderr).not.toContain('    at ')
    }
  })
})
