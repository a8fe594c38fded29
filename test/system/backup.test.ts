import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminProgram } from '../../infra/local/run-admin.ts'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { createDatabase } from '../rig/database.ts'
import { joinSystem, type SharedSystem } from '../rig/shared-system.ts'
import type { TestWorkspace } from '../rig/system.ts'
import { type Outcome, runAdmin } from './admin-program.ts'
import { shop } from './shop.ts'

/** What JSON and lines of text make difficult. */
const hard = {
  name: 'lines\u2028and\u2029more "quoted" \\ 翻訳 👩‍💻',
  nodes: [
    { y: -0.5, x: 1e21, id: 'a', spend: 5e-324, label: '\u2028\u0085\n\r\t' },
    { id: '__proto__', label: '</script>\u0001' },
  ],
  edges: [{ target: 'b', source: 'a', label: '\u2029' }],
}
let system: SharedSystem
let team: TestWorkspace

beforeAll(async () => {
  system = await joinSystem()
})
afterAll(() => system[Symbol.asyncDispose]())

function admin(args: readonly string[], input?: string | Buffer): Promise<Outcome> {
  return runAdmin({ DATABASE_URL: system.databaseUrl }, args, input)
}

async function exportOf(name: string, databaseUrl = system.databaseUrl): Promise<string> {
  const { code, stdout, stderr } = await runAdmin({ DATABASE_URL: databaseUrl }, ['workspace', 'export', name])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

function linesOf(file: string): string[] {
  return file.split('\n').slice(0, -1)
}

/** The names of the maps that a token of the workspace sees. */
async function namesIn(workspace: string): Promise<string[]> {
  const { stdout } = await admin(['token', 'create', '--workspace', workspace, '--name', 'test'])
  const headers = { Authorization: `Bearer ${stdout.trim()}` }
  const answer = await fetch(`${system.url}/api/v1/maps`, { headers })
  return ((await answer.json()) as { maps: { name: string }[] }).maps.map((it) => it.name)
}

describe('a backup of a workspace', { timeout: 60_000 }, () => {
  it('makes the same workspace elsewhere: what is exported there is equal but for the header', async () => {
    team = await system.createWorkspace({ plan: 'pro' })
    for (const map of [shop, hard, { ...shop, name: 'public', isPublic: true }]) await team.createMap(map)
    const file = await exportOf(team.name)
    const [header, ...maps] = linesOf(file)
    expect(JSON.parse(header!)).toEqual({
      kind: 'maps-workspace',
      version: 1,
      name: team.name,
      plan: 'pro',
      exportedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      maps: 3,
    })
    const { text } = await team.request('GET', '/maps')
    expect(`{"maps":[${maps.join(',')}]}`).toBe(text.replaceAll(/"workspaceId":"[^"]*",/g, ''))

    await using elsewhere = await createDatabase()
    const into = ['workspace', 'import', '-', '--name', 'moved', '--plan', 'free']
    const { code, stdout } = await runAdmin({ DATABASE_URL: elsewhere.url }, into, file)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Maps added to moved: 3.\n' })
    const [movedHeader, ...moved] = linesOf(await exportOf('moved', elsewhere.url))
    expect(moved).toEqual(maps)
    expect(JSON.parse(movedHeader!)).toMatchObject({ name: 'moved', plan: 'free', maps: 3 })
    expect(file).not.toContain(team.token)
  })

  it('gives a public map a new link, and new ids where another workspace has the old ones', async () => {
    team = await system.createWorkspace({ plan: 'pro' })
    const map = await team.createMap({ ...shop, name: team.name, isPublic: true })
    const file = await exportOf(team.name)
    const copy = `${team.name}-copy`
    const { stdout } = await admin(['workspace', 'import', '-', '--name', copy], file)
    expect(stdout).toBe(`Maps added to ${copy}: 1. With a new id, because theirs was taken: 1.\n`)
    const sql = openPostgres(system.databaseUrl)
    const rows = await sql`select id, share_id from maps where name = ${team.name}`
    await sql.end()
    expect(rows).toHaveLength(2)
    expect(new Set(rows.map((it) => it.share_id as string)).size).toBe(2)
    expect(await namesIn(copy)).toEqual([team.name])
    expect(await team.getMap(map.id)).toEqual(map)
  })

  it('adds to a workspace what it lacks, and touches nothing that it has', async () => {
    team = await system.createWorkspace()
    const kept = await team.createMap({ name: 'kept' })
    const lost = await team.createMap({ name: 'lost' })
    const file = await exportOf(team.name)
    const changed = await team.patchMap(kept.id, { name: 'changed since' })
    await team.deleteMap(lost.id)
    const { stdout } = await admin(['workspace', 'import', '-', '--into', team.name], file)
    expect(stdout).toBe(`Maps added to ${team.name}: 1. There already, and left as they are: 1.\n`)
    expect(await team.listMaps()).toEqual([changed, lost])
  })

  it('brings no map back under an ETag that clients know it by with another content', async () => {
    team = await system.createWorkspace()
    const { id } = await team.createMap({ name: 'first' })
    const first = await team.request('GET', `/maps/${id}`)
    await team.patchMap(id, { name: 'second' })
    const file = await exportOf(team.name)
    await team.deleteMap(id)
    await admin(['workspace', 'import', '-', '--into', team.name], file)
    const headers = { 'If-None-Match': first.headers.get('etag')! }
    const again = await team.request('GET', `/maps/${id}`, { headers })
    expect(again).toMatchObject({ status: 200, json: { map: { name: 'second' } } })
    const control = { 'If-None-Match': again.headers.get('etag')! }
    expect(await team.request('GET', `/maps/${id}`, { headers: control })).toMatchObject({ status: 304 })
  })

  it('says in a sentence what cannot be done', async () => {
    team = await system.createWorkspace()
    const file = await exportOf(team.name)
    const cases = [
      [['export', 'nobody'], 'There is no workspace named nobody.'],
      [['import', '-'], `There is a workspace named ${team.name} already.`],
      [['import', '-', '--into', 'nobody'], 'There is no workspace named nobody.'],
      [['import', '-', '--into', team.name, '--plan', 'pro'], 'cannot be used with'],
      [['import', '/no/such/file'], '/no/such/file cannot be read: ENOENT'],
    ] as const
    for (const [args, told] of cases) {
      const { code, stdout, stderr } = await admin(['workspace', ...args], file)
      expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(told) })
    }
  })

  it('needs no memory for all maps together, in neither direction', async ({ annotate }) => {
    await using database = await createDatabase()
    await fill(database.url, 'large', 2_000)
    const there = await runInLittleMemory(database.url, ['workspace', 'export', 'large'])
    expect(there).toMatchObject({ code: 0 })
    expect(linesOf(there.stdout)).toHaveLength(2_001)
    await using elsewhere = await createDatabase()
    const back = await runInLittleMemory(elsewhere.url, ['workspace', 'import', '-'], there.stdout)
    expect(back).toMatchObject({ code: 0, stdout: 'Maps added to large: 2000.\n' })
    const megabytes = Math.round(there.stdout.length / 1e6)
    const told = `2,000 maps, ${megabytes} MB: export in ${there.megabytes} MB of memory, import in ${back.megabytes} MB`
    await annotate(told, 'measured')
  })

  it('says so where its output cannot be written', async () => {
    await using database = await createDatabase()
    await fill(database.url, 'large', 100)
    const env = { PATH: process.env.PATH, DATABASE_URL: database.url }
    const child = spawn(process.execPath, [adminProgram, 'workspace', 'export', 'large'], { env })
    child.stdout.destroy()
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'The output cannot be written: write EPIPE\n' })
  })
})

/** Makes a workspace of that many maps, of 15 KB each. */
async function fill(databaseUrl: string, name: string, count: number): Promise<void> {
  const sql = openPostgres(databaseUrl, { isUnlimited: true })
  const text = 'x'.repeat(500)
  const nodes = JSON.stringify(Array.from('abcdefghijklmno', (id) => ({ id, label: text, tech: text })))
  await sql`
    with workspace as (insert into workspaces (name, plan) values (${name}, 'pro') returning id)
    insert into maps (workspace_id, name, is_public, nodes, edges, created_at, updated_at)
    select id, 'map ' || number, false, ${nodes}, '[]', now(), now() + number * interval '1 ms'
    from workspace, generate_series(1, ${count}::int) as number`
  await sql.end()
}

/** Where the heap has no room for all the maps; tells the most memory that the process had. */
async function runInLittleMemory(databaseUrl: string, args: readonly string[], input?: string) {
  const tellMemory = "process.on('exit',()=>console.error(process.resourceUsage().maxRSS))"
  const NODE_OPTIONS = `--max-old-space-size=40 --import=data:text/javascript,${encodeURIComponent(tellMemory)}`
  const outcome = await runAdmin({ DATABASE_URL: databaseUrl, NODE_OPTIONS }, args, input)
  return { ...outcome, megabytes: Math.round(Number(outcome.stderr) / 1024) }
}
