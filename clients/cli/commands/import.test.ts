import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { startScriptedServer } from '../../../test/rig/scripted-server.ts'
import { exitCodes } from '../failure.ts'
import { run } from '../run.ts'

const id = '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90'

/** Imports `file.yml` with this content into a new map. @returns its exit code, its output and the map */
async function importFile(kind: string, content: string, ...words: string[]) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-import-'))
  await writeFile(join(folder.path, 'file.yml'), content)
  await writeFile(join(folder.path, 'other.env'), 'TAG=18\n')
  const created = { json: { map: { id, name: 'shop', isPublic: false } }, status: 201, headers: { ETag: '"v1"' } }
  await using server = await startScriptedServer({ json: { maps: [] } }, created)
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const code = await run(
    ['import', kind, join(folder.path, 'file.yml'), ...words.map((it) => it.replace('FOLDER', folder.path))],
    {
      env: { MAPS_URL: server.url, MAPS_TOKEN: 'token' },
      stdin: new PassThrough().end(),
      stdout,
      stderr,
      signal: new AbortController().signal,
    },
  )
  const [out, err] = await Promise.all([text(stdout.end()), text(stderr.end())])
  return { code, stdout: out, stderr: err, map: server.requests.at(-1)?.body }
}

const compose = `
name: shop
include: [gone.yml]
services:
  web: { image: 'nginx:\${TAG}', environment: { DB_HOST: db } }
  db: { image: 'postgres:\${TAG}' }
`

describe('an import', () => {
  it('tells in one line what it leaves out, in JSON too', async () => {
    const { code, stdout, stderr } = await importFile('compose', compose)
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Created shop (${id}): 2 services added.\n` })
    expect(stderr).toBe(
      'Left out: 1 file that cannot be read (gone.yml); 1 variable without a value (TAG); 1 connection that --infer would draw (web → db).\n',
    )
    const json = await importFile('compose', compose, '--json')
    expect(json.stderr).toBe(stderr)
    const { leftOut, ...saved } = JSON.parse(json.stdout) as { leftOut: unknown }
    expect(saved).toEqual({ outcome: 'created', id, name: 'shop', change: '2 services added' })
    expect(leftOut).toEqual([
      { kind: 'unreadableFiles', count: 1, names: ['gone.yml'] },
      { kind: 'unsetVariables', count: 1, names: ['TAG'] },
      { kind: 'inferable', count: 1, names: ['web → db'] },
    ])
  })

  it('removes nothing while a file that it includes cannot be read', async () => {
    const { code, stderr, map } = await importFile('compose', compose, '--prune')
    expect(code).toBe(exitCodes.failed)
    expect(stderr).toContain('What is missing cannot be told: 1 file that cannot be read (gone.yml).')
    expect(map).toBeUndefined()
  })

  it('takes an empty name of a map for the name of none', async () => {
    const { code, stderr, map } = await importFile('compose', 'services: { web: {} }', '--map', '', '--prune')
    expect({ code, stderr, map }).toMatchObject({
      code: exitCodes.noSuchMap,
      stderr: expect.stringContaining('No map is named ""'),
      map: undefined,
    })
  })

  it('removes nothing for a file without a service', async () => {
    const { code, stderr, map } = await importFile('compose', 'name: shop\nservices:', '--prune')
    expect(code).toBe(exitCodes.failed)
    expect(stderr).toContain('has no service: --prune would remove all.')
    expect(map).toBeUndefined()
  })

  it('draws connections from environment values, and takes variables from a file', async () => {
    const words = ['--infer', '--variables', 'FOLDER/other.env', '--json']
    const { stdout, stderr, map } = await importFile('compose', compose, ...words)
    expect(map).toMatchObject({
      nodes: [{ tech: 'nginx:18' }, { tech: 'postgres:18' }],
      edges: [{ source: 'web', target: 'db', dashed: true }],
    })
    expect(stderr).toBe(
      'Left out: 1 file that cannot be read (gone.yml).\nDashed, from environment values and commands: 1 connection.\n',
    )
    expect(JSON.parse(stdout)).toMatchObject({ inferred: 1 })
  })

  it('says nothing where nothing is left out', async () => {
    const { stdout, stderr } = await importFile('compose', 'name: shop\nservices: { web: {} }', '--json')
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ leftOut: [] })
  })

  it.each(['--infer', '--variables=x'])('of a Structurizr workspace takes no %s', async (word) => {
    const { code, stderr } = await importFile('structurizr', '{}', word)
    expect(code).toBe(exitCodes.usage)
    expect(stderr).toContain('is for Compose files.')
  })

  it('does not steer the terminal', async () => {
    const { stderr } = await importFile('compose', 'name: shop\nservices: { a: { depends_on: ["b\\e[2J"] } }')
    expect(stderr).toBe('Left out: 1 connection to a service that no file has (a → b [2J).\n')
  })
})
