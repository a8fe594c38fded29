import { SetupError } from '@maps/shared/config'
import { defaultPlans } from '@maps/shared/plans'
import { describe, expect, it } from 'vitest'
import { createDatabase } from '../../../test/rig/database.ts'
import { readSnapshot } from '../store/backup.ts'
import { createMapStore } from '../store/maps.ts'
import { openPostgres, type Client } from '../store/postgres.ts'
import { createWorkspaceStore } from '../store/workspaces.ts'
import { exportWorkspace } from './export-workspace.ts'
import { importWorkspace } from './import-workspace.ts'

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
  for (const name of ['one', 'two']) {
    await createMapStore(sql).create(id, { name, nodes: [{ id: 'a' }], edges: [], isPublic: false }, defaultPlans.pro)
  }
  const lines: string[] = []
  await readSnapshot(sql, async (snapshot) => {
    for await (const line of exportWorkspace(snapshot, 'team')) lines.push(line.trimEnd())
  })
  await sql`delete from workspaces`
  return lines
}

/** Imports a file in chunks. @returns the result, or the message of a SetupError */
async function outcomeOf(sql: Client, file: string | Buffer, chunkBytes = 1_000): Promise<unknown> {
  const bytes = Buffer.from(file)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  try {
    return await sql.begin((transaction) => importWorkspace(transaction, chunks(), {}))
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
      [write(header, one), 'should hold 2 maps, but holds 1: it is cut off'],
      [write(header.replace('"maps":2', '"maps":1'), one, two), 'should hold 1 maps, but holds 2'],
      [write(header, one, two).slice(0, -3), 'Line 3: is not JSON: is the file cut off?'],
      [write(header, one, one), 'Line 3: id must be unique'],
      [withLine({ id: '../x' }), 'Line 3: id must be the id of a map'],
      [withLine({ name: ' ' }), 'Line 3: name must not be blank'],
      [withLine({ nodes: [{ id: 'a', colour: 'red' }] }), 'Line 3: nodes[0].colour is not a known field'],
      [withLine({ nodes: undefined }), 'Line 3: nodes is required'],
      [withLine({ nodes: tooMany }), 'Line 3: nodes must have at most 10000 nodes'],
      [withLine({ edges: [{ source: 'a' }] }), 'Line 3: edges[0].target is required'],
      [withLine({ createdAt: 'yesterday' }), 'Line 3: createdAt'],
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
})
