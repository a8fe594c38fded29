import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { adminProgram } from '../../infra/local/run-admin.ts'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { times } from '../faults/run-size.ts'
import { createDatabase } from '../rig/database.ts'
import { useSystem } from '../rig/shared-system.ts'
import type { TestWorkspace } from '../rig/system.ts'
import { type ProcessResult, runAdminCommand, runAdminProgram } from './admin-program.ts'
import { shop } from './shop.ts'

/** A map that needs careful escaping in a file of JSON lines. */
const hardMap = {
  name: 'lines\u2028and\u2029more "quoted" \\ 翻訳 👩‍💻',
  nodes: [
    { y: -0.5, x: 1e21, id: 'a', spend: 5e-324, label: '\u2028\u0085\n\r\t' },
    { id: '__proto__', label: '</script>\u0001' },
  ],
  edges: [{ target: 'b', source: 'a', label: '\u2029' }],
}
const { system } = await useSystem()
let workspace: TestWorkspace

function admin(args: readonly string[], input?: string | Buffer): Promise<ProcessResult> {
  return runAdminCommand({ DATABASE_URL: system.databaseUrl }, args, input)
}

async function exportWorkspace(name: string, databaseUrl = system.databaseUrl): Promise<string> {
  const { code, stdout, stderr } = await runAdminCommand({ DATABASE_URL: databaseUrl }, ['workspace', 'export', name])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

function splitLines(file: string): string[] {
  return file.split('\n').slice(0, -1)
}

/** Names of a workspace's maps, as the API lists them. */
async function listNames(workspace: string): Promise<string[]> {
  const { stdout } = await admin(['token', 'create', '--workspace', workspace, '--name', 'test'])
  const headers = { Authorization: `Bearer ${stdout.trim()}` }
  const response = await fetch(`${system.url}/api/v1/maps`, { headers })
  return ((await response.json()) as { maps: { name: string }[] }).maps.map((it) => it.name)
}

describe('a backup of a workspace', { timeout: 60_000 }, () => {
  it('makes the same workspace elsewhere: what is exported there is equal but for the header', async () => {
    workspace = await system.createWorkspace({ plan: 'pro' })
    for (const map of [shop, hardMap, { ...shop, name: 'public', isPublic: true }]) await workspace.createMap(map)
    const file = await exportWorkspace(workspace.name)
    const [header, ...maps] = splitLines(file)
    expect(JSON.parse(header!)).toEqual({
      kind: 'maps-workspace',
      version: 1,
      name: workspace.name,
      plan: 'pro',
      exportedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      maps: 3,
      revisions: 0,
    })
    const { text } = await workspace.request('GET', '/maps')
    expect(`{"maps":[${maps.join(',')}]}`).toBe(text.replaceAll(/"workspaceId":"[^"]*",/g, ''))

    await using otherDatabase = await createDatabase()
    const args = ['workspace', 'import', '-', '--name', 'moved', '--plan', 'free']
    const { code, stdout } = await runAdminCommand({ DATABASE_URL: otherDatabase.url }, args, file)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Maps added to moved: 3.\n' })
    const [movedHeader, ...moved] = splitLines(await exportWorkspace('moved', otherDatabase.url))
    expect(moved).toEqual(maps)
    expect(JSON.parse(movedHeader!)).toMatchObject({ name: 'moved', plan: 'free', maps: 3 })
    expect(file).not.toContain(workspace.token)
  })

  it('gives a public map a new link, and new ids where another workspace has the old ones', async () => {
    workspace = await system.createWorkspace({ plan: 'pro' })
    const map = await workspace.createMap({ ...shop, name: workspace.name, isPublic: true })
    const file = await exportWorkspace(workspace.name)
    const copy = `${workspace.name}-copy`
    const { stdout } = await admin(['workspace', 'import', '-', '--name', copy], file)
    expect(stdout).toBe(`Maps added to ${copy}: 1. With a new id, because theirs was taken: 1.\n`)
    const sql = openPostgres(system.databaseUrl)
    const rows = await sql`select id, share_id from maps where name = ${workspace.name}`
    await sql.end()
    expect(rows).toHaveLength(2)
    expect(new Set(rows.map((it) => it.shareId as string)).size).toBe(2)
    expect(await listNames(copy)).toEqual([workspace.name])
    expect(await workspace.getMap(map.id)).toEqual(map)
  })

  it('adds to a workspace what it lacks, and touches nothing that it has', async () => {
    workspace = await system.createWorkspace()
    const kept = await workspace.createMap({ name: 'kept' })
    const lost = await workspace.createMap({ name: 'lost' })
    const file = await exportWorkspace(workspace.name)
    const changed = await workspace.patchMap(kept.id, { name: 'changed since' })
    await workspace.deleteMap(lost.id)
    const { stdout } = await admin(['workspace', 'import', '-', '--into', workspace.name], file)
    expect(stdout).toBe(`Maps added to ${workspace.name}: 1. There already, and left as they are: 1.\n`)
    expect(await workspace.listMaps()).toEqual([changed, lost])
  })

  it('brings no map back under an ETag that clients know it by with another content', async () => {
    workspace = await system.createWorkspace()
    const { id } = await workspace.createMap({ name: 'first' })
    const first = await workspace.request('GET', `/maps/${id}`)
    await workspace.patchMap(id, { name: 'second' })
    const file = await exportWorkspace(workspace.name)
    await workspace.deleteMap(id)
    await admin(['workspace', 'import', '-', '--into', workspace.name], file)
    const headers = { 'If-None-Match': first.headers.get('etag')! }
    const again = await workspace.request('GET', `/maps/${id}`, { headers })
    expect(again).toMatchObject({ status: 200, json: { map: { name: 'second' } } })
    const control = { 'If-None-Match': again.headers.get('etag')! }
    expect(await workspace.request('GET', `/maps/${id}`, { headers: control })).toMatchObject({ status: 304 })
  })

  it('says in a sentence what cannot be done', async () => {
    workspace = await system.createWorkspace()
    const file = await exportWorkspace(workspace.name)
    const cases = [
      [['export', 'nobody'], 'There is no workspace named nobody.'],
      [['import', '-'], `There is a workspace named ${workspace.name} already.`],
      [['import', '-', '--into', 'nobody'], 'There is no workspace named nobody.'],
      [['import', '-', '--into', workspace.name, '--plan', 'pro'], 'cannot be used with'],
      [['import', '/no/such/file'], '/no/such/file cannot be read: ENOENT'],
    ] as const
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await admin(['workspace', ...args], file)
      expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(message) })
    }
  })

  it('says what the server says, where that refuses a map', async () => {
    const file = await exportWorkspace((await system.createWorkspace()).name)
    await using database = await createDatabase()
    const sql = openPostgres(database.url)
    await sql.unsafe(`
      create function refuse() returns trigger language plpgsql
        as $$ begin raise exception using errcode = 'disk_full', message = 'could not extend file'; end $$;
      create trigger refuse before insert on workspaces for each row execute function refuse()`)
    await sql.end()
    expect(await runAdminCommand({ DATABASE_URL: database.url }, ['workspace', 'import', '-'], file)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'DATABASE_URL: the database there cannot be used: could not extend file.\n',
    })
  })

  it('needs no memory for all maps together, in neither direction', { timeout: 180_000 }, async ({ annotate }) => {
    await using database = await createDatabase()
    await createLargeWorkspace(database.url, 'large', 2_000)
    const exported = await runWithSmallHeap(database.url, ['workspace', 'export', 'large'])
    expect(exported).toMatchObject({ code: 0 })
    expect(splitLines(exported.stdout)).toHaveLength(2_001)
    await using otherDatabase = await createDatabase()
    const imported = await runWithSmallHeap(otherDatabase.url, ['workspace', 'import', '-'], exported.stdout)
    expect(imported).toMatchObject({ code: 0, stdout: 'Maps added to large: 2000.\n' })
    const size = Math.round(exported.stdout.length / 1e6)
    const memory = `export in ${exported.megabytes} MB of memory, import in ${imported.megabytes} MB`
    await annotate(`2,000 maps, ${size} MB: ${memory}`, 'measured')
  })

  it('needs no memory for several of the largest maps together', { timeout: 180_000 }, async ({ annotate }) => {
    await using database = await createDatabase()
    const nodes = Array.from({ length: 4_000 }, (_, at) => ({ id: `n${at}`, label: text500, tech: text500 }))
    const edges = Array.from({ length: 10_000 }, () => ({ source: 'n1', target: 'n2', label: '翻'.repeat(118) }))
    const count = times(6, 12)
    await createLargeWorkspace(database.url, 'large', count, { nodes, edges })
    const exported = await runWithSmallHeap(database.url, ['workspace', 'export', 'large'], '', 64)
    expect(exported).toMatchObject({ code: 0 })
    await using otherDatabase = await createDatabase()
    const imported = await runWithSmallHeap(otherDatabase.url, ['workspace', 'import', '-'], exported.stdout, 64)
    expect(imported).toMatchObject({ code: 0, stdout: `Maps added to large: ${count}.\n` })
    const memory = `export in ${exported.megabytes} MB of memory, import in ${imported.megabytes} MB`
    await annotate(`${count} maps of 8 MB: ${memory}`, 'measured')
  })

  it('says in a sentence that the database has closed its connection', async () => {
    await using database = await createDatabase()
    await createLargeWorkspace(database.url, 'large', 1)
    const sql = openPostgres(database.url)
    await sql.unsafe(`
      alter table maps rename to stored;
      create view maps as select stored.*, pg_terminate_backend(pg_backend_pid()) from stored`)
    await sql.end()
    expect(await runAdminProgram({ DATABASE_URL: database.url }, ['workspace', 'export', 'large'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'DATABASE_URL: the database cannot be reached there.\n',
    })
  })

  it('is no success where its reader closes the pipe, and quiet', async () => {
    await using database = await createDatabase()
    await createLargeWorkspace(database.url, 'large', 100)
    const child = startExport(database.url, 'pipe')
    child.stdout!.destroy()
    const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  })

  it.runIf(process.platform === 'linux')('says so where its output cannot be written', async () => {
    await using database = await createDatabase()
    await createLargeWorkspace(database.url, 'large', 1)
    await using full = await open('/dev/full', 'w')
    const child = startExport(database.url, full.fd)
    const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The output cannot be written: ENOSPC.*\n$/),
    })
  })
})

/** Starts the export of the workspace `large`. */
function startExport(databaseUrl: string, stdout: 'pipe' | number) {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl }
  const stdio = ['ignore', stdout, 'pipe'] as const
  return spawn(process.execPath, [adminProgram, 'workspace', 'export', 'large'], { env, stdio: [...stdio] })
}

const text500 = 'x'.repeat(500)
const smallMap = { nodes: Array.from('abcdefghijklmno', (id) => ({ id, label: text500, tech: text500 })), edges: [] }

/** Creates a workspace with this many equal maps, by default of 15 KB. */
async function createLargeWorkspace(
  databaseUrl: string,
  name: string,
  count: number,
  map: { nodes: object[]; edges: object[] } = smallMap,
): Promise<void> {
  const sql = openPostgres(databaseUrl, { isUnlimited: true })
  const [nodes, edges] = [JSON.stringify(map.nodes), JSON.stringify(map.edges)]
  await sql`
    with workspace as (insert into workspaces (name, plan) values (${name}, 'pro') returning id)
    insert into maps (workspace_id, name, is_public, nodes, edges, created_at, updated_at)
    select id, 'map ' || number, false, ${nodes}, ${edges}, now(), now() + number * interval '1 ms'
    from workspace, generate_series(1, ${count}::int) as number`
  await sql.end()
}

/** Runs the admin program with a heap too small for all maps. @returns also its peak memory */
async function runWithSmallHeap(databaseUrl: string, args: readonly string[], input?: string, heapMegabytes = 40) {
  const printMemory = "process.on('exit',()=>console.error(process.resourceUsage().maxRSS))"
  const NODE_OPTIONS = `--max-old-space-size=${heapMegabytes} --import=data:text/javascript,${encodeURIComponent(printMemory)}`
  const result = await runAdminProgram({ DATABASE_URL: databaseUrl, NODE_OPTIONS }, args, input)
  return { ...result, megabytes: Math.round(Number(result.stderr) / 1024) }
}
