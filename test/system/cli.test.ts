import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { run as runCommand } from '../../clients/cli/run.ts'
import { type McpClient, connectMcpOver, connectMcpV1Over } from '../rig/mcp-client.ts'
import { openProgramStreams } from '../rig/program-streams.ts'
import { installDownload, systemNode } from '../rig/served-package.ts'
import { type ScriptedServer, startScriptedServer } from '../rig/scripted-server.ts'
import { useSystem } from '../rig/shared-system.ts'
import { shop } from './shop.ts'

const { system, client: workspace } = await useSystem()
const baseUrl = `${system.url}/api/v1`
/** Folder in which the package is installed, and in which commands run. */
let folder: string
const startFolder = process.cwd()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-cli-'))
  await installDownload(system.url, 'maps-cli.tgz', folder)
  process.chdir(folder)
})
afterAll(async () => {
  process.chdir(startFolder)
  await rm(folder, { recursive: true })
})

interface RunOptions {
  input?: string
  env?: Readonly<Record<string, string>>
}

const defaults = () => ({ PATH: process.env.PATH!, HOME: folder, MAPS_URL: baseUrl, MAPS_TOKEN: workspace.token })

/** Command of the installed program under the machine's own Node. It inherits no setting from this process. */
function programWith(args: readonly string[], env: RunOptions['env'] = {}) {
  const program = join(folder, 'node_modules/.bin/maps')
  return { command: systemNode(), args: [program, ...args], cwd: folder, env: { ...defaults(), ...env } }
}

/** Starts the installed program. */
function start(words: readonly string[], variables?: RunOptions['env'], cwd = folder) {
  const { command, args, ...options } = programWith(words, variables)
  return spawn(command, args, { ...options, cwd })
}

/** Runs the installed program in a folder, without input. */
async function runProgram(words: readonly string[], cwd = folder) {
  const child = start(words, {}, cwd)
  child.stdin.end()
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, stdout, stderr }
}

/** Runs a command in this process. */
async function run(args: readonly string[], { input, env }: RunOptions = {}) {
  const { read, ...streams } = openProgramStreams(input)
  const code = await runCommand(args, {
    ...streams,
    env: { ...defaults(), ...env },
    signal: new AbortController().signal,
  })
  return { code, ...read() }
}

function maps(...args: string[]) {
  return run(args)
}

async function save(name: string, content: unknown): Promise<string> {
  await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return name
}

function read(name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8')
}

it('the package of the command line is one program without dependencies, with its licences', async () => {
  const files = await readdir(join(folder, 'node_modules/maps-service-cli'), { recursive: true })
  expect(files.toSorted()).toEqual(
    [
      'README.md',
      'dist',
      'dist/LICENSE',
      'dist/LICENSE.mdast',
      'dist/LICENSE.yaml',
      'dist/maps.js',
      'dist/page',
      ...['dev.css', 'dev.js', 'index.html', 'page.css', 'viewer.js'].map((it) => `dist/page/${it}`),
      'package.json',
    ].toSorted(),
  )
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['.bin', '.package-lock.json', 'maps-service-cli'])
})

it('the installed program makes, draws and looks for maps', async () => {
  expect(await runProgram(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' })
  const [file, { id }] = [await save('installed.json', { ...shop, name: 'Installed' }), await workspace.createMap(shop)]
  expect(await runProgram(['push', file])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Created Installed /),
  })
  expect(await runProgram(['export', id, 'png', '-o', 'installed.png'])).toMatchObject({ code: 0, stderr: '' })
  expect(await runProgram(['get', 'No such map'])).toMatchObject({ code: 3, stdout: '' })
})

describe('maps pin, and the option --pin', () => {
  const places = async (id: string) => {
    const { nodes } = (await workspace.request('GET', `/maps/${id}/layout`)).json.layout
    return Object.fromEntries(nodes.map((it: { id: string; x: number; y: number }) => [it.id, [it.x, it.y]]))
  }
  const isPinned = async (id: string) => (await workspace.request('GET', `/maps/${id}/layout`)).json.layout.isPinned
  const nodes = ['web', 'api', 'db', 'mail'].map((id) => ({ id }))
  const edges = ['api', 'db', 'mail'].map((target) => ({ source: 'web', target }))

  it('keep services where pictures show them, until maps unpin', async () => {
    const { id } = await workspace.createMap({ name: 'Still', nodes, edges })
    expect(await maps('pin', 'Still')).toMatchObject({ code: 0, stdout: 'Still is pinned.\n', stderr: '' })
    expect(await isPinned(id)).toBe(true)
    expect(await maps('unpin', id)).toMatchObject({ code: 0, stdout: `${id} is not pinned.\n` })
    expect(await isPinned(id)).toBe(false)
    expect(await maps('pin', 'No such map')).toMatchObject({ code: 3 })
  })

  it('keep the services of a push where they were before it, and pin the new ones', async () => {
    const { id } = await workspace.createMap({ name: 'Pushed still', nodes, edges })
    const before = await places(id)
    const more = { id, nodes: [{ id: 'new' }, ...nodes], edges: [{ source: 'api', target: 'new' }, ...edges] }
    const file = await save('still.json', more)
    expect((await maps('push', file, '--pin', '--dry-run')).code).toBe(0)
    expect(await isPinned(id)).toBe(false)
    expect((await maps('push', file, '--pin')).stdout).toContain('1 service added')
    const after = await places(id)
    expect(after).toMatchObject(before)
    await workspace.patchMap(id, { nodes: [{ id: 'new' }], edges: [] })
    expect(await places(id)).toEqual({ new: after['new'] })
  })

  it('leave a map unpinned whose push is refused', async () => {
    const { id } = await workspace.createMap({ name: 'Refused', nodes, edges })
    const file = await save('refused.json', { id, nodes: [...nodes, ...nodes] })
    expect((await maps('push', file, '--pin')).code).toBe(5)
    expect(await isPinned(id)).toBe(false)
  })

  it('pin a map that an import makes', async () => {
    const file = await save(
      'compose.yml',
      'services:\n  web: { image: nginx, depends_on: [db] }\n  db: { image: postgres }\n',
    )
    const { stdout } = await maps('import', 'compose', file, '--name', 'Imported still', '--pin', '--json')
    expect(await isPinned((JSON.parse(stdout) as { id: string }).id)).toBe(true)
  })
})

describe('maps push', () => {
  it('creates a map, writes nothing the second time, and updates what differs', async () => {
    const file = await save('shop.json', { ...shop, name: 'Pushed' })
    const first = await maps('push', file)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/^Created Pushed \([\da-f-]{36}\): 3 services added; 3 connections added\.\n$/)
    const before = await findByName('Pushed')
    expect((await maps('push', file)).stdout).toMatch(/^Pushed .* is unchanged\.\n$/)
    expect(await findByName('Pushed')).toEqual(before)

    await save(file, { ...shop, name: 'Pushed', nodes: shop.nodes.slice(0, 2), isPublic: true })
    expect((await maps('push', file, '--dry-run')).stdout).toContain('Would update Pushed')
    expect(await findByName('Pushed')).toEqual(before)
    const { stdout } = await maps('push', file, '--json')
    expect(JSON.parse(stdout)).toEqual({
      outcome: 'updated',
      id: before.id,
      name: 'Pushed',
      shareUrl: expect.stringContaining('/share/'),
      change: 'made public; 1 service removed',
    })
  })

  it('goes by the id in the file, and renames', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Old name' })
    expect(await maps('pull', 'Old name', '-o', 'by-id.json')).toMatchObject({ code: 0, stdout: 'by-id.json\n' })
    const pulled = JSON.parse(await read('by-id.json')) as object
    expect(pulled).toEqual({ id, ...shop, name: 'Old name', isPublic: false })
    await save('by-id.json', { ...pulled, name: 'New name' })
    expect((await maps('push', 'by-id.json')).stdout).toBe(`Updated New name (${id}): renamed from "Old name".\n`)
    expect(await maps('get', 'Old name')).toMatchObject({ code: 3 })
    await save('by-id.json', { ...pulled, id: '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90' })
    expect(await maps('push', 'by-id.json')).toMatchObject({ code: 3, stdout: '' })
  })

  it('takes from standard input what maps get prints', async () => {
    await workspace.createMap({ ...shop, name: 'Piped' })
    const { stdout } = await maps('get', 'Piped')
    expect((await run(['push', '-'], { input: stdout })).stdout).toContain('is unchanged')
  })

  it('reports the fields that the service refuses', async () => {
    const map = { name: 'Bad', nodes: [{ id: 'a', x: 'left' }], edges: [{ source: 'a', target: 'a', color: 'url(x)' }] }
    const file = await save('bad.json', map)
    for (const words of [[], ['--dry-run']]) {
      const { code, stderr } = await maps('push', file, ...words)
      expect(code).toBe(5)
      expect(stderr).toMatch(
        /^maps push: The service does not take it:\n {2}nodes\[0\]\.x must be .+\n {2}edges\[0\]\.color must/,
      )
    }
  })
})

describe('maps diff', () => {
  it('tells what push would change, as text, Markdown and JSON', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Compared' })
    const [first, second] = shop.nodes
    const renamed = JSON.parse(JSON.stringify(shop).replaceAll(`"${first!.id}"`, '"other"')) as typeof shop
    const nodes = [renamed.nodes[0], { ...second, label: 'New\u001b[31m | name' }, ...renamed.nodes.slice(2)]
    const file = await save('compared.json', { ...renamed, name: 'Compared', nodes })
    const [summary, ...lines] = (await maps('diff', file)).stdout.trimEnd().split('\n')
    expect(summary).toBe('Compared: 1 service renamed, 1 changed.')
    expect(lines).toEqual([
      `~ ${first!.label}  id: "${first!.id}" → "other"`,
      `~ New[31m | name  label: "${second!.label}" → "New[31m | name"`,
    ])
    const markdown = (await maps('diff', file, 'Compared', '--format', 'md')).stdout
    expect(markdown).toMatch(/^From Compared to compared\.json: 1 service renamed, 1 changed\.\n\n\| Change \|/)
    const { diff } = JSON.parse((await maps('diff', file, id, '--format', 'json')).stdout) as { diff: object }
    expect(diff).toMatchObject({ from: id, to: file, nodes: { renamed: [{ from: first!.id, to: 'other' }] }, moved: 0 })
    const stored = await run(['get', id])
    expect((await run(['diff', '-'], { input: stored.stdout })).stdout).toBe('Compared: no change.\n')
    expect(await maps('diff', await save('none.json', { name: 'None' }))).toMatchObject({ code: 3 })
    const faulty = await maps('diff', await save('faulty.json', { id, nodes: [{ id: 1 }] }))
    expect(faulty).toMatchObject({ code: 5, stderr: expect.stringContaining('nodes[0].id must be a string') })
  })

  it('compares versions of a map as text, and as files: Markdown, JSON and pictures', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Compared' })
    await workspace.patchMap(id, { nodes: [...shop.nodes, { id: 'cache', label: 'Cache', spend: 100 }] })
    const text = 'Compared, v1 to v2: 1 service added.\n+ Cache  $100\nUSD per month: $2,820 → $2,920 (+$100)\n'
    for (const versions of [[], ['v1'], ['1', '2']]) expect((await maps('diff', id, ...versions)).stdout).toBe(text)
    expect((await maps('diff', id, 'v2', 'v1')).stdout).toContain('Compared, v2 to v1: 1 service removed.')
    expect((await maps('diff', id, '--format', 'md')).stdout).toMatch(/^From version 1 to version 2 of Compared: /)
    const { diff } = JSON.parse((await maps('diff', id, '--format', 'json')).stdout) as { diff: object }
    expect(diff).toMatchObject({ from: 1, to: 2, nodes: { added: [{ id: 'cache' }] } })
    expect((await maps('diff', id, '--format', 'svg')).stdout).toBe('compared.diff.svg\n')
    expect(await read('compared.diff.svg')).toContain('data-change="added"')
    const { bytes } = await run(['diff', id, '--format', 'png', '--theme', 'dark', '--width', '800', '-o', '-'])
    expect(bytes.readUInt32BE(16)).toBe(800)
    await maps('diff', id, '--format', 'md', '-o', 'diff.md')
    expect(await read('diff.md')).toContain('| added | Cache |')
  })

  it('says what is no version, no map and no file, and which options do not go together', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Once' })
    const file = await save('once.json', { id })
    for (const [words, code, message] of [
      [['No such map'], 3, 'No map is named "No such map"'],
      [['gone.json'], 5, 'gone.json cannot be read: there is no such file'],
      [[id], 3, 'Version 1 is the first of the map that is kept'],
      [[id, 'v9'], 3, 'Version 9 of the map is not kept. Next to it is 1.'],
      [[id, 'Web shop'], 64, 'After a map come versions of maps log, as in v3, and Web shop is none.'],
      [[file, id, 'v3'], 64, 'After a file comes its map alone, and v3 is one word too many.'],
      [[file, '--format', 'png'], 64, 'Pictures are of versions: give a map, not a file.'],
      [[id, '--format', 'svg', '--width', '800'], 64, '--width is no option of svg.'],
      [[id, '-o', 'x.txt'], 64, '--output is of another --format than text.'],
    ] as const) {
      const { stderr, ...result } = await maps('diff', ...words)
      expect({ code: result.code, stderr }, words.join(' ')).toEqual({ code, stderr: expect.stringContaining(message) })
    }
  })
})

async function findByName(name: string): Promise<{ id: string; updatedAt: string }> {
  const { id, updatedAt } = (await workspace.listMaps()).find((it) => it.name === name)!
  return { id, updatedAt }
}

describe('maps list, get and rm', () => {
  it('list maps with tabs in a pipe, and as JSON', async () => {
    const emptyWorkspace = await system.createWorkspace()
    const env = { MAPS_TOKEN: emptyWorkspace.token }
    expect(await run(['list'], { env })).toEqual({ code: 0, stdout: '', stderr: '', bytes: Buffer.alloc(0) })
    const tea = await emptyWorkspace.createMap({ name: 'Tea\t\u001B[31mred', isPublic: true })
    const milk = await emptyWorkspace.createMap({ name: 'Milk' })
    expect((await run(['list'], { env })).stdout.split('\n')).toEqual([
      [milk.id, milk.updatedAt, 'private', 'Milk'].join('\t'),
      [tea.id, tea.updatedAt, 'public', 'Tea [31mred'].join('\t'),
      '',
    ])
    const { id, name, isPublic, createdAt, updatedAt } = tea
    expect(JSON.parse((await run(['list', 'TEA', '--json'], { env })).stdout)).toEqual([
      { id, name, isPublic, createdAt, updatedAt, shareUrl: expect.stringContaining('/share/') },
    ])
  })

  it('name the maps that share a name, by their ids', async () => {
    const [one, other] = [await workspace.createMap({ name: 'Twin' }), await workspace.createMap({ name: 'Twin' })]
    const { code, stderr } = await maps('get', 'Twin')
    expect(code).toBe(3)
    expect(stderr).toContain('2 maps are named "Twin"')
    for (const { id } of [one, other]) expect(stderr).toContain(id)
    expect(JSON.parse((await maps('get', one.id)).stdout)).toEqual(one)
    expect(await maps('push', await save('twin.json', { name: 'Twin' }))).toMatchObject({ code: 3 })
  })

  it('delete only what the user has agreed to', async () => {
    const { id } = await workspace.createMap({ name: 'Gone' })
    expect(await maps('rm', 'Gone')).toMatchObject({ code: 64, stdout: '' })
    expect(await maps('get', id)).toMatchObject({ code: 0 })
    expect(await maps('rm', 'Gone', '--yes')).toMatchObject({ code: 0, stdout: `Deleted Gone (${id}).\n` })
    expect(await maps('get', id)).toMatchObject({ code: 3 })
  })
})

describe('maps export and maps check', () => {
  it('save a picture, quietly in a pipe, and print it', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Drawn' })
    const words = ['export', 'Drawn', 'png', '--theme', 'dark', '--scale', '1', '--no-legend']
    expect(await maps(...words, '-o', 'pictures/shop.png')).toMatchObject({ code: 0, stdout: '', stderr: '' })
    const query = { theme: 'dark', scale: '1', legend: 'false' }
    const { bytes } = await workspace.request('GET', `/maps/${id}/export/png`, { query })
    expect((await readFile(join(folder, 'pictures/shop.png'))).equals(bytes)).toBe(true)
    expect((await maps(...words, '-o', '-')).bytes.equals(bytes)).toBe(true)
    expect(JSON.parse((await maps(...words, '-o', 'x.png', '--json')).stdout)).toMatchObject({
      file: 'x.png',
      contentType: 'image/png',
      bytes: bytes.length,
    })
  })

  it('save the picture as SVG, under the name of the map', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Sharp' })
    const words = ['export', 'Sharp', 'svg', '--theme', 'auto', '--no-title']
    expect(await maps(...words)).toMatchObject({ code: 0, stdout: 'sharp.svg\n', stderr: '' })
    const { text } = await workspace.request('GET', `/maps/${id}/picture.svg?theme=auto&title=false`)
    expect(await read('sharp.svg')).toBe(text)
    expect(await maps('export', 'Sharp', 'svg', '--scale', '2')).toMatchObject({ code: 64 })
  })

  it('write the file again when the map changes, until they are interrupted', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Watched' })
    const child = start(['export', 'Watched', 'markdown', '-o', 'watched.md', '--watch'])
    const ended = Promise.all([text(child.stderr), once(child, 'close')])
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const line = expect.stringMatching(/^\d\d:\d\d:\d\d {2}watched\.md$/)
    expect((await lines.next()).value).toEqual(line)
    expect(await read('watched.md')).toMatch(/^# Watched\n/)
    await workspace.patchMap(id, { name: 'Renamed' })
    expect((await lines.next()).value).toEqual(line)
    expect(await read('watched.md')).toMatch(/^# Renamed\n/)
    child.kill('SIGINT')
    const [stderr, [code, signal]] = await ended
    expect({ code, signal, stderr }).toEqual({ code: null, signal: 'SIGINT', stderr: '' })
    expect(await maps('export', 'Renamed', 'markdown', '-o', '-', '--watch')).toMatchObject({ code: 64, stdout: '' })
  })

  it('write over no file that the user has not named', async () => {
    await workspace.createMap({ ...shop, name: 'Guide' })
    await save('CLAUDE.md', 'mine')
    const { code, stderr } = await maps('export', 'Guide', 'claude')
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('CLAUDE.md is there already') })
    expect(await read('CLAUDE.md')).toBe('mine')
  })

  it('report a file that is older than its map, by the file alone', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Checked' })
    for (const [file, ...options] of [['AGENTS.md', '--compact', '--no-costs'], ['docs/architecture.md']]) {
      const format = file === 'AGENTS.md' ? 'agents' : 'claude'
      await maps('export', 'Checked', format, '-o', file!, ...options)
    }
    const files = ['AGENTS.md', 'docs/architecture.md']
    expect(await maps('check', ...files)).toMatchObject({ code: 0, stderr: '' })
    await workspace.patchMap(id, { nodes: [...shop.nodes, { id: 'new', label: 'New' }] })
    const { code, stdout } = await maps('check', ...files)
    const refresh = `maps export ${id} agents -o AGENTS.md --compact --no-costs`
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(`older    AGENTS.md: ${refresh}\n`) })
    expect((await run(refresh.split(' ').slice(1))).code).toBe(0)
    expect(await maps('check', 'AGENTS.md')).toMatchObject({ code: 0 })
  })

  it('say what changed since a version', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Since' })
    await workspace.patchMap(id, { nodes: [...shop.nodes, { id: 'new', label: 'New' }] })
    const { code, stdout } = await maps('export', 'Since', 'claude', '-o', '-', '--since', 'v1')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('| added | New | id: "new" |') })
    expect(await maps('export', 'Since', 'markdown', '-o', '-', '--since', 'v1')).toMatchObject({ code: 64 })
  })

  it('check other files by the options that they were made with', async () => {
    await workspace.createMap({ ...shop, name: 'Wiki' })
    await maps('export', 'Wiki', 'markdown', '--connections', '-o', 'wiki.md')
    expect(await maps('check', 'wiki.md')).toMatchObject({ code: 64 })
    const words = ['check', 'wiki.md', '--map', 'Wiki', '--format', 'markdown']
    expect(await maps(...words)).toMatchObject({ code: 1 })
    expect(await maps(...words, '--connections')).toMatchObject({ code: 0 })
  })

  it('end with 2 where the service cannot be reached', async () => {
    const agents = `\n## Refresh\n  '${baseUrl}/maps/0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90/export/agents'\n`
    await using dead = await startScriptedServer('no response')
    const env = { MAPS_URL: `${dead.url}/api/v1` }
    const result = await run(['check', await save('dead.md', agents)], { env })
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('The service cannot be reached') })
    expect(await maps('check', 'dead.md')).toMatchObject({ code: 3 })
  })
})

describe('maps share and unshare', () => {
  it('open and end the page of a map, and write nothing the second time', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Shared' })
    const { code, stdout } = await maps('share', 'Shared')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^http.*\/share\/.*\n$/) })
    const address = stdout.trim()
    expect((await fetch(address)).status).toBe(200)
    const { updatedAt } = await workspace.getMap(id)
    expect(await maps('share', id)).toMatchObject({ code: 0, stdout })
    expect(await workspace.getMap(id)).toMatchObject({ updatedAt })

    const ended = `Shared (${id}) is private now: its link has ended.\n`
    expect(await maps('unshare', 'Shared')).toMatchObject({ code: 0, stdout: ended })
    expect((await fetch(address)).status).toBe(404)
    expect(await maps('unshare', 'Shared')).toMatchObject({ code: 0, stdout: `Shared (${id}) is private.\n` })
  })
})

describe('maps init', () => {
  it('puts a map and its document into a project, and leaves alone what is there', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Project' })
    const project = await mkdtemp(join(folder, 'project-'))
    const inProject = (...words: string[]) => runProgram(words, project)
    expect(await inProject('init')).toMatchObject({ code: 64, stderr: expect.stringContaining('<map> is missing') })
    const first = await inProject('init', 'Project')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/^Created docs\/architecture\.json\.\nCreated docs\/architecture\.md\.\n\n/)
    expect(await inProject('push', 'docs/architecture.json')).toMatchObject({
      code: 0,
      stdout: `Project (${id}) is unchanged.\n`,
    })
    expect(await inProject('check', 'docs/architecture.md')).toMatchObject({ code: 0 })

    await writeFile(join(project, 'docs/architecture.md'), 'mine')
    await rm(join(project, 'docs/architecture.json'))
    const { stdout } = await inProject('init', 'Project')
    expect(stdout).toContain('docs/architecture.md is there already, and stays as it is.')
    expect(stdout).toContain('Created docs/architecture.json.')
    expect(await readFile(join(project, 'docs/architecture.md'), 'utf8')).toBe('mine')
    // The steps that it prints are commands that work.
    for (const line of stdout.match(/maps (?:push|export) .+/g)!) {
      expect(await inProject(...line.split(' ').slice(1)), line).toMatchObject({ code: 0 })
    }
    expect(await inProject('check', 'docs/architecture.md')).toMatchObject({ code: 0 })
  })
})

describe('maps import', () => {
  it('draws a Compose file, and keeps what was added to the map', async () => {
    await save(
      'compose.yml',
      'name: stack\nservices:\n  web: {image: nginx:1, depends_on: [db]}\n  db: {image: postgres:17}\n',
    )
    expect((await maps('import', 'compose', 'compose.yml')).stdout).toMatch(/^Created stack /)
    expect((await maps('import', 'compose', 'compose.yml')).stdout).toMatch(/is unchanged/)
    const { id } = await findByName('stack')
    const mine = { id: 'db', label: 'Orders', tech: 'postgres:17', spend: 90, x: 400, y: 20 }
    await workspace.patchMap(id, { nodes: [mine, { id: 'web', tech: 'nginx:1' }, { id: 'mail' }] })
    await save('compose.yml', (await read('compose.yml')).replace('postgres:17', 'postgres:18'))
    const { stdout, stderr } = await maps('import', 'compose', 'compose.yml')
    expect(stdout).toContain('1 service changed')
    expect(stderr).toBe('Not in the file, and kept: mail. --prune removes what is not in the file.\n')
    const { nodes, edges } = JSON.parse((await maps('get', 'stack')).stdout) as typeof shop
    expect(nodes).toEqual([{ ...mine, tech: 'postgres:18' }, { id: 'web', tech: 'nginx:1' }, { id: 'mail' }])
    expect(edges).toEqual([{ source: 'web', target: 'db' }])
    expect((await maps('import', 'compose', 'compose.yml', '--prune')).stdout).toContain('1 service removed')
  })
})

describe('maps login', () => {
  it('saves a token that works where its owner alone can read it, and never shows it', async () => {
    const env = { MAPS_URL: '', MAPS_TOKEN: '', XDG_CONFIG_HOME: join(folder, 'config') }
    expect(await run(['list'], { env })).toMatchObject({ code: 4, stderr: expect.stringContaining('maps login') })
    const address = baseUrl.replace('/api/v1', '/')
    const login = ['login', address, '--with-token']
    expect(await run(login, { env, input: 'mapsws_wrong\n' })).toMatchObject({ code: 4, stdout: '' })
    expect(await run(['list'], { env })).toMatchObject({ code: 4 })

    const { code, stdout, stderr } = await run(login, { env, input: `${workspace.token}\n` })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toContain(workspace.token)
    const file = join(folder, 'config/maps/config.json')
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ baseUrl, token: workspace.token })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await run(['list'], { env })).toMatchObject({ code: 0 })
  })

  it('gives the token to no other service', async () => {
    const env = { MAPS_TOKEN: '', XDG_CONFIG_HOME: join(folder, 'config') }
    await using other = await startScriptedServer({ json: { maps: [] } })
    const { code, stderr } = await run(['list'], { env: { ...env, MAPS_URL: `${other.url}/api/v1` } })
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining('Set MAPS_TOKEN') })
    expect(other.requests).toEqual([])
  })
})

describe('maps logout', () => {
  it('forgets the saved token, once', async () => {
    const env = { MAPS_URL: '', MAPS_TOKEN: '', XDG_CONFIG_HOME: join(folder, 'config of another') }
    await run(['login', baseUrl, '--with-token'], { env, input: workspace.token })
    expect(await run(['list'], { env })).toMatchObject({ code: 0 })
    const { code, stdout } = await run(['logout'], { env: { ...env, MAPS_TOKEN: '' } })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Logged out: .*config\.json is deleted\.\n$/),
    })
    expect(await run(['list'], { env })).toMatchObject({ code: 4 })
    expect(await run(['logout'], { env })).toMatchObject({ code: 0, stdout: 'There was no login to forget.\n' })
    const set = await run(['logout'], { env: { ...env, MAPS_TOKEN: 'x' } })
    expect(set.stderr).toBe('Note: still in use: MAPS_TOKEN.\n')
  })
})

describe('maps log and maps restore', () => {
  it('list the versions of a map, and bring one back by a change like any other', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Versions' })
    const file = await save('versions.json', { id, nodes: [], edges: [] })
    await maps('push', file, '--note', 'Empty: für später')
    const listed = await maps('log', 'Versions')
    const times = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    expect(listed.stdout).toMatch(
      new RegExp(`^v2\t${times}\t0\t0\ttest\tEmpty: für später\nv1\t${times}\t3\t3\ttest\t\n$`),
    )
    const dryRun = await maps('restore', 'Versions', 'v1', '--dry-run')
    expect(dryRun.stdout).toBe(`Would update Versions (${id}): 3 services added; 3 connections added.\n`)
    expect((await maps('restore', 'Versions', '1')).stdout).toContain('Updated Versions')
    expect(await workspace.getMap(id)).toMatchObject({ ...shop, name: 'Versions' })
    const revisions = JSON.parse((await maps('log', id, '--json', '--count', '2')).stdout) as object[]
    expect(revisions).toMatchObject([{ version: 3, note: 'Restored from v1' }, { version: 2 }])
    expect((await maps('restore', id, 'v1')).stdout).toContain('is unchanged')
  })

  it('bring back what a restore replaced, at once', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'To and fro' })
    await maps('push', await save('fro.json', { id, nodes: [], edges: [] }))
    for (const version of ['v1', 'v2'])
      expect(await maps('restore', id, version)).toMatchObject({ code: 0, stderr: '' })
    expect(await workspace.getMap(id)).toMatchObject({ name: 'To and fro', nodes: [], edges: [] })
  })

  it('say which versions there are in place of one that is not kept', async () => {
    const { id } = await workspace.createMap({ ...shop, name: 'Few versions' })
    const unknown = await maps('restore', id, 'v7')
    expect(unknown).toMatchObject({
      code: 3,
      stderr: 'maps restore: Version 7 of the map is not kept. Next to it is 1.\n',
    })
    expect(await maps('restore', id, 'latest')).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('as in v12'),
    })
    expect(await maps('log', 'No such map')).toMatchObject({ code: 3 })
  })
})

describe('maps whoami', () => {
  it('tells service, workspace, plan and token, and no secret', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000)
    const { token } = await workspace.createToken({ isReadOnly: true, expiresAt })
    const { code, stdout } = await run(['whoami'], { env: { MAPS_TOKEN: token } })
    const rows = Object.fromEntries(Array.from(stdout.matchAll(/^(\w+) +(.*)$/gm), ([, name, value]) => [name, value]))
    expect({ code, rows }).toMatchObject({
      code: 0,
      rows: {
        service: baseUrl,
        workspace: `${workspace.name} (${workspace.id})`,
        token: `test, may only read, expires ${expiresAt.toISOString()}`,
        plan: 'pro',
        maps: expect.stringMatching(/^[\d,]+ of 100,000, of up to 2,000 services each$/),
        stored: expect.stringMatching(/^[\d.]+ of 20,480 MiB$/),
        versions: expect.stringMatching(/^\d+ earlier ones, of up to 1,000 a map; [\d.]+ of 5,120 MiB$/),
      },
    })
    expect(stdout).not.toContain(token.slice(-4))
    const { workspace: fetched, ...connection } = JSON.parse((await maps('whoami', '--json')).stdout) as {
      workspace: object
    }
    expect(connection).toEqual({ baseUrl })
    expect(fetched).toMatchObject({ id: workspace.id, token: { name: 'test', isReadOnly: false } })
    expect(await run(['whoami'], { env: { MAPS_TOKEN: 'mapsws_wrong' } })).toMatchObject({ code: 4, stdout: '' })
  })
})

describe('maps completion', () => {
  it('prints the names of maps for its scripts, and nothing where the service is away', async () => {
    const other = await system.createWorkspace()
    for (const name of ['Tea shop', 'Line\nbreak', 'Tea']) await other.createMap({ name })
    const env = { MAPS_TOKEN: other.token }
    expect(await run(['completion', 'maps'], { env })).toMatchObject({ code: 0, stdout: 'Tea\nTea shop\n' })
    await using dead = await startScriptedServer('silence')
    const away = await run(['completion', 'maps'], { env: { MAPS_URL: `${dead.url}/api/v1` } })
    expect(away.stdout).toBe('')
    expect(dead.requests).toHaveLength(1)
  })
})

async function untilRequested(server: ScriptedServer): Promise<void> {
  while (server.requests.length === 0) await sleep(20)
}

describe('the program', () => {
  it('ends at once and prints nothing when it is interrupted', async () => {
    await using server = await startScriptedServer('silence')
    const child = start(['list'], { MAPS_URL: `${server.url}/api/v1` })
    await untilRequested(server)
    child.kill('SIGINT')
    const [stdout, stderr, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    expect({ code, signal, stdout, stderr }).toEqual({ code: null, signal: 'SIGINT', stdout: '', stderr: '' })
  })

  it('ends quietly when its reader has seen enough', async () => {
    const child = start(['get', (await workspace.createMap(shop)).id])
    child.stdout.destroy()
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect(stderr).toBe('')
  })

  it('suggests the command and the option that were meant', async () => {
    const hint = '\nSee: maps --help\n'
    const command = await maps('lsit')
    expect(command).toMatchObject({ code: 64, stderr: `maps: There is no command lsit. Did you mean list?${hint}` })
    expect((await maps('export', 'Tea', 'png', '--them', 'dark')).stderr).toContain('Did you mean --theme?')
    expect((await maps('frobnicate')).stderr).toBe(`maps: There is no command frobnicate.${hint}`)
  })

  it('may not write with a token that may only read', async () => {
    const { token } = await workspace.createToken({ isReadOnly: true })
    const env = { MAPS_TOKEN: token }
    expect(await run(['list'], { env })).toMatchObject({ code: 0 })
    expect(await run(['push', '-'], { env, input: '{"name":"Never"}' })).toMatchObject({ code: 4 })
  })
})

/** Parses lines of JSON. */
function parseLines(stdout: string): { id: number }[] {
  return Array.from(stdout.matchAll(/.+/g), ([line]) => JSON.parse(line) as { id: number })
}

describe('maps mcp', () => {
  async function buildMap(mcp: Pick<McpClient, 'call'>, name: string): Promise<void> {
    const created = await mcp.call('create_map', { name, nodes: shop.nodes, edges: shop.edges })
    const { map } = created.data as { map: { id: string } }
    const rendered = await mcp.call('render_map', { id: map.id })
    expect(rendered.content.map((it) => it.type)).toContain('image')
    expect(await workspace.getMap(map.id)).toMatchObject({ name, nodes: shop.nodes })
    const refused = await mcp.call('get_map', { id: '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90' })
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('There is no map') })
  }

  it.each(['2026-07-28', '2025-11-25'])('serves the official client of protocol %s', async (protocol) => {
    await using mcp = await connectMcpOver(new StdioClientTransport(programWith(['mcp'])), protocol)
    await buildMap(mcp, `By ${protocol} \u2028 ☕`)
    const { resources } = await mcp.client.listResources()
    const { contents } = await mcp.client.readResource({ uri: resources[0]!.uri })
    expect(contents).toHaveLength(1)
  })

  it('serves version 1 of the official client', async () => {
    await using mcp = await connectMcpV1Over(new OldTransport(programWith(['mcp'])))
    await buildMap(mcp, 'By version 1')
  })

  it('responds to a line that is no message, and forwards the others', async () => {
    await using server = await startScriptedServer('silence')
    const child = start(['mcp'], { MAPS_URL: `${server.url}/api/v1` })
    const send = (message: object | string) =>
      child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
    send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    await untilRequested(server)
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    send('no message')
    child.stdin.end()
    const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
    const error = { code: -32_700, message: 'The line is no JSON-RPC message.' }
    expect(parseLines(stdout)).toEqual([{ jsonrpc: '2.0', id: null, error }])
    expect(child.exitCode).toBe(0)
    expect(server.requests).toMatchObject([{ path: '/mcp', headers: { authorization: `Bearer ${workspace.token}` } }])
  })

  it('reports why each request fails', async () => {
    const input = [1, 2].map((id) => `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}\n`).join('')
    const wrong = await run(['mcp'], { input, env: { MAPS_TOKEN: 'mapsws_wrong' } })
    const message = 'The token is wrong, expired or revoked. Run maps login, or set MAPS_TOKEN.'
    expect(parseLines(wrong.stdout).toSorted((a, b) => a.id - b.id)).toEqual(
      [1, 2].map((id) => ({ jsonrpc: '2.0', id, error: { code: -32_603, message } })),
    )
    await using dead = await startScriptedServer('no response')
    const unreachable = await run(['mcp'], { input, env: { MAPS_URL: `${dead.url}/api/v1` } })
    expect(unreachable.stdout).toContain('The service cannot be reached')
  })
})
