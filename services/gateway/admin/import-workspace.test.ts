import { SetupError } from '@maps/shared/config'
import { defaultPlans } from '@maps/shared/plans'
import { describe, expect, it } from 'vitest'
import { createDatabase } from '../../../test/rig/database.ts'
import { readSnapshot } from '../store/backup.ts'
import { allowedVersions, versionETag } from '../http/etag.ts'
import { createMapStore } from '../store/maps.ts'
import { openPostgres, type Client } from '../store/postgres.ts'
import { createWorkspaceStore } from '../store/workspaces.ts'
import { exportWorkspace } from './export-workspace.ts'
import { type ImportTarget, importWorkspace } from './import-workspace.ts'

async function openDatabase() {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await createDatabase())
  const sql = parts.adopt(openPostgres(url), (it) => it.end())
  const owned = parts.move()
  return { sql, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** The lines of a backup of two small maps, whose workspace is then deleted. */
async function makeBackup(sql: Client): Promise<string[]> {
  const { id } = (await createWorkspaceStore(sql).create('team', 'pro'))!
  for (const name of ['one', 'two']) await createMap(sql, id, name)
  const lines = await readLines(sql, 'team')
  await sql`delete from workspaces`
  return lines
}

async function createMap(sql: Client, workspaceId: string, name: string): Promise<string> {
  const map = { name, nodes: [{ id: 'a' }], edges: [], isPublic: false }
  const outcome = await createMapStore(sql).create(workspaceId, map, defaultPlans.pro)
  if (typeof outcome === 'string') throw new Error(outcome)
  return outcome.map.id
}

async function readLines(sql: Client, workspace: string): Promise<string[]> {
  const lines: string[] = []
  await readSnapshot(sql, async (snapshot) => {
    for await (const line of exportWorkspace(snapshot, workspace)) lines.push(line.trimEnd())
  })
  return lines
}

/** Imports a file in chunks. @returns the result, or the message of a SetupError */
async function outcomeOf(
  sql: Client,
  file: string | Buffer,
  chunkBytes = 1_000,
  target: ImportTarget = {},
): Promise<unknown> {
  const bytes = Buffer.from(file)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  try {
    return await sql.begin((transaction) => importWorkspace(transaction, chunks(), target))
  } catch (error) {
    if (error instanceof SetupError) return error.message
    throw error
  }
}

describe('importWorkspace', () => {
  it('imports a file as a whole or not at all, and names line and field of an error', async () => {
    await using database = await openDatabase()
    const { sql } = database
    const [header = '', two = '', one = ''] = await makeBackup(sql)
    const write = (...lines: string[]): string => lines.map((it) => `${it}\n`).join('')
    const withLine = (change: object): string => write(header, one, JSON.stringify({ ...JSON.parse(two), ...change }))
    const tooMany = Array.from({ length: 10_001 }, (_, index) => ({ id: `n${index}` }))
    const cases: [file: string | Buffer, message: string][] = [
      ['', 'The file is empty.'],
      ['PGDMP\n', 'Line 1: is not JSON'],
      [write(one, two), 'Line 1: kind must be one of maps-workspace'],
      [write(header.replace('"version":1', '"version":2'), one, two), 'Line 1: version must be one of 1'],
      [write(header.replace('"team"', '"two words"'), one, two), 'A name has 1 to 100'],
      [write(header, one), 'should hold 2 maps and 0 earlier versions, but holds 1: it is cut off'],
      [
        write(header.replace('"maps":2', '"maps":1'), one, two),
        'should hold 1 maps and 0 earlier versions, but holds more',
      ],
      [write(header, one, two).slice(0, -3), 'Line 3: is not JSON: is the file cut off?'],
      [write(header, one, one), 'Line 3: id must be unique'],
      [withLine({ id: '../x' }), 'Line 3: id must be the id of a map'],
      [withLine({ name: ' ' }), 'Line 3: name must not be blank'],
      [withLine({ nodes: [{ id: 'a', colour: 'red' }] }), 'Line 3: nodes[0].colour is not a known field'],
      [withLine({ nodes: undefined }), 'Line 3: nodes is required'],
      [withLine({ nodes: tooMany }), 'Line 3: nodes must have at most 10000 nodes'],
      [withLine({ edges: [{ source: 'a' }] }), 'Line 3: edges[0].target is required'],
      [withLine({ createdAt: 'yesterday' }), 'Line 3: createdAt'],
      [withLine({ createdAt: '0000-01-01T00:00:00Z' }), 'Line 3: createdAt must be in one of the years 1 to 8999'],
      [withLine({ updatedAt: '9999-12-31T23:59:59.999Z' }), 'Line 3: updatedAt must be in one of the years 1 to 8999'],
      [withLine({ workspaceId: 'x' }), 'Line 3: workspaceId is not a known field'],
      [Buffer.concat([Buffer.from(write(header, one)), Buffer.from([0x22, 0xff, 0x22])]), 'Line 3: is not UTF-8'],
      [Buffer.alloc(40_000_000, 'x'), 'a line longer than any map'],
    ]
    for (const [file, message] of cases) {
      expect(await outcomeOf(sql, file, 1_000_000)).toEqual(expect.stringContaining(message))
      expect(await sql`select name from workspaces union all select name from maps`, message).toEqual([])
    }
    const control = await outcomeOf(sql, write(header, one, two))
    expect(control).toMatchObject({ workspace: 'team', counts: { 'with its id': 2 } })
  })

  it('writes for longer than the role may take for a statement', async () => {
    await using database = await openDatabase()
    const { sql } = database
    const file = (await makeBackup(sql)).join('\n')
    await sql.unsafe(`
      create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return new; end $$;
      create trigger wait before insert on maps for each row execute function wait()`)
    await sql`set statement_timeout = '100ms'`
    expect(await outcomeOf(sql, file)).toMatchObject({ counts: { 'with its id': 2 } })
  })

  it('reads the same in chunks of any size, with and without a last line feed', async () => {
    await using database = await openDatabase()
    const { sql } = database
    const file = (await makeBackup(sql)).join('\n').replace('"one"', '"\u2028 翻訳 \u0085"')
    for (const chunkBytes of [1, 2, 3, 7, 10_000]) {
      expect(await outcomeOf(sql, file, chunkBytes)).toMatchObject({ counts: { 'with its id': 2 } })
      const rows = await sql`select name from maps order by name`
      expect(rows.map((it) => it.name as string)).toEqual(['two', '\u2028 翻訳 \u0085'])
      await sql`delete from workspaces`
    }
  })

  it('brings back the earlier versions of maps, with notes and dates, and also of a map with a new id', async () => {
    await using database = await openDatabase()
    const { sql } = database
    const workspace = (await createWorkspaceStore(sql).create('team', 'pro'))!
    const maps = createMapStore(sql)
    const id = await createMap(sql, workspace.id, 'one')
    for (const note of ['why', undefined, 'last']) {
      const author = { tokenId: workspace.id, note }
      await maps.change(workspace.id, id, { name: `${note}`, isPublic: true }, defaultPlans.pro, { author })
    }
    const versions = async (workspaceId: string, id: string) =>
      (await maps.listRevisions(workspaceId, id, { limit: 10 })).map((it) => [it.version, it.note]).slice(1)
    const kept = [
      [3, null],
      [2, 'why'],
      [1, null],
    ]
    expect(await versions(workspace.id, id)).toEqual(kept)
    const [header = '', ...lines] = await readLines(sql, 'team')
    const file = [header, ...lines, ''].join('\n')
    expect(JSON.parse(header)).toMatchObject({ maps: 1, revisions: 3 })
    expect(JSON.parse(lines[0]!)).toMatchObject({ note: 'last' })

    const into = await outcomeOf(sql, file, 1_000, { into: 'team' })
    expect(into).toMatchObject({ counts: { 'there already': 1 } })
    const usage = sql`select name, revision_count as count, revision_bytes::int as bytes from workspaces order by name`
    await outcomeOf(sql, file, 1_000, { name: 'copy' })
    const [copied] = await sql<{ id: string; workspaceId: string }[]>`
      select id, workspace_id from maps where workspace_id <> ${workspace.id}`
    expect(await versions(copied!.workspaceId, copied!.id)).toEqual(kept)
    const again = await outcomeOf(sql, file, 1_000, { into: 'copy' })
    expect(again).toMatchObject({ counts: { 'with a new id': 0, 'there already': 1 } })
    const bytes = 3 * '[{"id":"a"}][]'.length
    expect([...(await usage)]).toEqual(['copy', 'team'].map((name) => ({ name, count: 3, bytes })))
    await sql`delete from workspaces where id = ${workspace.id}`
    expect(await outcomeOf(sql, file, 1_000, { into: 'copy' })).toMatchObject({ counts: { 'there already': 1 } })
    await sql`delete from workspaces`
    await outcomeOf(sql, file)
    expect((await readLines(sql, 'team')).slice(1)).toEqual(lines)
  })

  it('gives a copy a further id where another workspace has that of the copy, which it leaves alone', async () => {
    await using database = await openDatabase()
    const { sql } = database
    const team = (await createWorkspaceStore(sql).create('team', 'pro'))!
    const maps = createMapStore(sql)
    const id = await createMap(sql, team.id, 'one')
    const author = { tokenId: team.id, note: 'why' }
    await maps.change(team.id, id, { name: 'two' }, defaultPlans.pro, { author })
    const file = (await readLines(sql, 'team')).join('\n')
    await outcomeOf(sql, file, 1_000, { name: 'copy' })
    const copyFile = (await readLines(sql, 'copy')).join('\n')
    await sql`delete from maps using workspaces where workspace_id = workspaces.id and workspaces.name = 'copy'`
    await outcomeOf(sql, copyFile, 1_000, { name: 'other' })
    const other = (await readLines(sql, 'other')).slice(1)
    for (const [added, there] of [
      [1, 0],
      [0, 1],
    ]) {
      const outcome = await outcomeOf(sql, file, 1_000, { into: 'copy' })
      expect(outcome).toMatchObject({ counts: { 'with a new id': added, 'there already': there } })
      expect(await readLines(sql, 'copy')).toHaveLength(3)
    }
    expect((await readLines(sql, 'other')).slice(1)).toEqual(other)
    await sql`delete from workspaces where name = 'team'`
    expect(await outcomeOf(sql, file, 1_000, { into: 'copy' })).toMatchObject({ counts: { 'there already': 1 } })
  })

  it('brings back pinned layouts, counts them, and refuses one that is damaged', async () => {
    await using database = await openDatabase()
    const { sql } = database
    const { id: workspaceId } = (await createWorkspaceStore(sql).create('team', 'pro'))!
    const id = await createMap(sql, workspaceId, 'one')
    const pin = '{"nodes":[{"id":"a","x":1.50,"y":-2}]}'
    expect(await createMapStore(sql).pin(workspaceId, id, pin, defaultPlans.pro)).toBe('done')
    const bytes = sql`select stored_bytes::int as bytes from workspaces`
    const before = [...(await bytes)]
    const [header = '', line = ''] = await readLines(sql, 'team')
    await sql`delete from workspaces`
    const damaged = [header, line.replace('1.50', 'none')].join('\n')
    expect(await outcomeOf(sql, damaged)).toBe('Line 2: pin must be the JSON text of a pinned layout')
    await outcomeOf(sql, [header, line].join('\n'))
    expect((await readLines(sql, 'team'))[1]).toBe(line)
    expect(
      await createMapStore(sql).get(
        (await sql<{ id: string }[]>`select id from workspaces`)[0]!.id,
        id,
        undefined,
        true,
      ),
    ).toMatchObject({ pin })
    expect([...(await sql`select stored_bytes::int as bytes from workspaces`)]).toEqual(before)
  })

  it('takes no earlier version twice, and none of a map that the file does not have', async () => {
    await using database = await openDatabase()
    const { sql } = database
    const [header = '', two = '', one = ''] = await makeBackup(sql)
    const { id, updatedAt: _updatedAt, ...content } = JSON.parse(one) as { id: string; updatedAt: string }
    const revision = { ...content, mapId: id, version: 1 }
    const fileOf = (...revisions: object[]) =>
      [header.replace('"revisions":0', `"revisions":${revisions.length}`), one, two]
        .concat(revisions.map((it) => JSON.stringify(it)))
        .join('\n')
    expect(await outcomeOf(sql, fileOf(revision, revision))).toBe(
      'Line 5: version must be unique, but a line before has the same',
    )
    const unknown = { ...revision, mapId: id.replace(/.$/, (it) => (it === '0' ? '1' : '0')) }
    expect(await outcomeOf(sql, fileOf(unknown))).toBe('Line 4: mapId must be the id of a line before')
    expect(await outcomeOf(sql, fileOf({ ...revision, version: 0 }))).toBe('Line 4: version must be at least 1')
    const large = { ...revision, version: 899_999_999 }
    expect(await outcomeOf(sql, fileOf({ ...large, version: 900_000_000 }))).toBe(
      'Line 4: version must be at most 899999999',
    )
    expect(await outcomeOf(sql, fileOf(large))).toMatchObject({ counts: { 'with its id': 2 } })
    const [map] = await sql`select version from maps where id = ${id}`
    expect(map).toEqual({ version: 900_000_000 })
    expect(allowedVersions(versionETag(900_000_000))).toEqual([900_000_000])
  })

  it.each<[target: string, ImportTarget]>([
    ['a new workspace', { name: 'fresh' }],
    ['another workspace', { into: 'other' }],
  ])('takes no map twice into %s, whether or not its id is taken', async (_target, target) => {
    await using database = await openDatabase()
    const { sql } = database
    const [header = '', two = '', one = ''] = await makeBackup(sql)
    await createWorkspaceStore(sql).create('other', 'pro')
    const twice = [header, one, one].join('\n')
    const message = 'Line 3: id must be unique, but a line before has the same'
    expect(await outcomeOf(sql, twice, 1_000, target)).toBe(message)
    await outcomeOf(sql, [header, one, two].join('\n'))
    expect(await outcomeOf(sql, twice, 1_000, target)).toBe(message)
    expect([...(await sql`select count(*)::int from maps`)]).toEqual([{ count: 2 }])
  })
})
