import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ActionRun, type ActionRunner, createActionRunner } from '../rig/action-runner.ts'
import { type FakeGitHub, startFakeGitHub, TOKEN_LOGIN } from '../rig/fake-github.ts'
import { useSystem } from '../rig/shared-system.ts'

const githubToken = 'ghs_ofTheJob'
const FILE = 'docs/architecture.md'
const shop = {
  name: 'Web shop',
  nodes: [
    { id: 'web', label: 'Storefront', tech: 'Next.js', spend: 320 },
    { id: 'api', label: 'Orders API', tech: 'Node.js', spend: 2_400 },
    { id: 'old', label: 'Legacy CMS', spend: 900 },
  ],
  edges: [
    { source: 'web', target: 'api', label: 'orders', dashed: true },
    { source: 'web', target: 'old' },
  ],
}
const change = {
  nodes: [
    shop.nodes[0]!,
    { ...shop.nodes[1]!, spend: 3_100 },
    { id: 'db', label: 'Orders', tech: 'PostgreSQL', spend: 700, currency: 'EUR' as const },
  ],
  edges: [shop.edges[0]!, { source: 'api', target: 'db' }],
}

const { system, client } = await useSystem()
const url = `${system.url}/api/v1`
let github: FakeGitHub
let folder: string
let runner: ActionRunner
let id: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-action-test-'))
  github = await startFakeGitHub(githubToken)
  runner = await createActionRunner(folder, github.url, githubToken)
  id = (await client.createMap(shop)).id
})
afterEach(async () => {
  await github[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Runs the action on the map. @throws Error where its output contains a token */
async function runAction(inputs: Record<string, string> = {}, options = {}): Promise<ActionRun> {
  const run = await runner.run({ url, token: client.token, map: id, ...inputs }, options)
  for (const text of [run.log, run.summary, JSON.stringify(run.outputs), JSON.stringify(github.comments)]) {
    for (const token of [client.token, githubToken]) expect(text).not.toContain(token)
  }
  return run
}
const onPullRequest = (inputs: Record<string, string> = {}) => runAction(inputs, { isPullRequest: true })
const readWorkspaceFile = (name: string) => readFile(join(runner.workspace, name), 'utf8')

/** Saves the export of the map in the working copy, as mode `update` does. */
async function saveExport(): Promise<void> {
  await mkdir(join(runner.workspace, dirname(FILE)), { recursive: true })
  await writeFile(join(runner.workspace, FILE), (await client.exportMap(id, 'claude')).text)
}

/** Copies the file of the working copy to the base branch. */
async function mergeFile(): Promise<void> {
  github.files.set(FILE, await readWorkspaceFile(FILE))
}

describe('mode update', () => {
  it('writes the file where it differs from the map, and sets the output', async () => {
    expect(await runAction({ mode: 'update' })).toMatchObject({ exitCode: 0, outputs: { changed: 'true' } })
    const exported = (await client.exportMap(id, 'claude')).text
    expect(await readWorkspaceFile(FILE)).toBe(exported)
    expect(await runAction({ mode: 'update' })).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } })
    await client.patchMap(id, change)
    expect(await runAction({ mode: 'update' })).toMatchObject({ exitCode: 0, outputs: { changed: 'true' } })
    expect(await readWorkspaceFile(FILE)).toContain('PostgreSQL')
  })

  it.each([
    ['agents', { format: 'agents', costs: 'false', file: 'AGENTS.md' }, { costs: 'false' }],
    ['markdown', { format: 'markdown', file: 'wiki/our shop.md' }, {}],
  ] as const)('writes %s as it is exported', async (format, inputs, query) => {
    expect(await runAction({ mode: 'update', ...inputs })).toMatchObject({ exitCode: 0 })
    expect(await readWorkspaceFile(inputs.file)).toBe((await client.exportMap(id, format, query)).text)
  })

  it('pins the layout of the map on request, with a token that may write', async () => {
    const isPinned = async () => (await client.request('GET', `/maps/${id}/layout`)).json.layout.isPinned
    await runAction({ mode: 'update' })
    expect(await isPinned()).toBe(false)
    expect(await runAction({ mode: 'update', pin: 'true' })).toMatchObject({ exitCode: 0 })
    expect(await isPinned()).toBe(true)
    const { token } = await client.createToken({ isReadOnly: true })
    const refused = await runAction({ token, mode: 'update', pin: 'true' })
    expect(refused).toMatchObject({ exitCode: 1, log: expect.stringContaining('::error::pin: ') })
  })

  it('never writes over a file that is no export', async () => {
    await writeFile(join(runner.workspace, 'README.md'), '# Ours\n')
    const run = await runAction({ mode: 'update', file: 'README.md' })
    expect(run).toMatchObject({ exitCode: 1, log: expect.stringContaining('::error::file: README.md is no export') })
    expect(await readWorkspaceFile('README.md')).toBe('# Ours\n')
  })
})

describe('mode check', () => {
  it('fails where the file differs from the map, with the difference, and passes after the command that it prints', async () => {
    await saveExport()
    expect(await runAction()).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } })
    await client.patchMap(id, change)
    const run = await runAction()
    expect(run).toMatchObject({ exitCode: 1, outputs: { changed: 'true' } })
    for (const line of ['-- **Orders API** - Node.js ($2.4k)', '+- **Orders API** - Node.js ($3.1k)'])
      expect(run.log).toContain(`\n${line}\n`)
    expect(run.log).toContain(`::error file=${FILE}::${FILE} differs from the map.`)
    expect(await readWorkspaceFile(FILE)).not.toContain('PostgreSQL')
    const [command] = /^ {2}curl .+$/m.exec(run.log)!
    const env = { MAPS_TOKEN: client.token, PATH: process.env.PATH }
    await promisify(execFile)('bash', ['--norc', '-c', command], { cwd: runner.workspace, env })
    expect(await runAction()).toMatchObject({ exitCode: 0 })
    expect(run.summary).toContain(command.trim())
  })

  it('fails where there is no file, and takes the line ends of Windows for those of the map', async () => {
    expect(await runAction()).toMatchObject({ exitCode: 1, log: expect.stringContaining(`${FILE} does not exist.`) })
    await saveExport()
    await writeFile(join(runner.workspace, FILE), (await readWorkspaceFile(FILE)).replaceAll('\n', '\r\n'))
    expect(await runAction()).toMatchObject({ exitCode: 0 })
  })

  it('prevents a line of a file from being a workflow command', async () => {
    await saveExport()
    const text = await readWorkspaceFile(FILE)
    await writeFile(join(runner.workspace, FILE), `${text}::error::made up\n`)
    const { log } = await runAction()
    const [, token] = /^::stop-commands::(\S+)\n/m.exec(log)!
    const [before, stopped, after] = log.split(new RegExp(`^::(?:stop-commands::)?${token}(?:::)?$`, 'm'))
    expect(stopped).toContain('::error::made up')
    expect(before! + after!).not.toContain('made up')
  })
})

describe('mode drift', () => {
  const inputs = { mode: 'drift', observed: 'seen.yml' }
  const save = (text: string) => writeFile(join(runner.workspace, 'seen.yml'), text)
  const seen = 'services:\n  web: { depends_on: [api, old] }\n  api: {}\n  old: {}\n'
  const drifted = seen.replaceAll('old', 'cms')

  it('keeps one issue up to date, and closes it once there is no drift', async () => {
    await save(seen)
    expect(await runAction(inputs)).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } })
    expect(github.issues).toEqual([])

    await save(drifted)
    const first = await runAction(inputs)
    const outputs = { changed: 'true', 'comment-url': 'https://github.com/acme/shop/issues/8' }
    expect(first).toMatchObject({
      exitCode: 1,
      outputs,
      log: '::error::The map differs from seen.yml. The summary of the job has the list.\n',
    })
    const body = expect.stringMatching(
      /^<!-- maps-service drift map=\S+ observed=seen\.yml -->\nFrom Web shop to seen\.yml: 1 service added, 1 removed; /,
    )
    expect(github.issues).toMatchObject([{ title: 'Architecture drift: Web shop', body, state: 'open' }])
    expect(first.summary).toContain('| added | cms | services.cms |')

    github.issues.unshift({ ...github.issues[0]!, number: 7, user: { login: 'mallory' } })
    await save(drifted.replaceAll('cms', 'shop'))
    expect(await runAction(inputs)).toMatchObject({ exitCode: 1, outputs })
    expect(github.issues).toMatchObject([
      { body: expect.stringContaining('| cms |') },
      { body: expect.stringContaining('| shop |') },
    ])

    await save(seen)
    expect(await runAction(inputs)).toMatchObject({ exitCode: 0, outputs: { ...outputs, changed: 'false' } })
    expect(github.issues).toMatchObject([
      { state: 'open' },
      { state: 'closed', body: expect.stringContaining('no change') },
    ])
  })

  it('keeps an issue for each environment', async () => {
    const graphOf = (env: string, server: string): string =>
      `traces_service_graph_request_total{client="web",server="${server}",env="${env}"} 1\n`
    await save(
      ['live', 'test'].map((env) => graphOf(env, 'api') + graphOf(env, `old`)).join('') + graphOf('test', 'cms'),
    )
    expect(await runAction({ ...inputs, label: 'env=test' })).toMatchObject({ exitCode: 1 })
    expect(await runAction({ ...inputs, label: 'env=live' })).toMatchObject({ exitCode: 0 })
    expect(github.issues).toMatchObject([{ title: 'Architecture drift: Web shop (env=test)', state: 'open' }])
  })

  it('comments on a pull request instead, and updates that comment', async () => {
    await save(drifted)
    expect(await onPullRequest(inputs)).toMatchObject({ exitCode: 1 })
    await writeFile(join(runner.workspace, 'names.yml'), 'old: cms\n')
    expect(await onPullRequest({ ...inputs, alias: 'names.yml' })).toMatchObject({ exitCode: 0 })
    expect(await onPullRequest({ ...inputs, ignore: 'cms,old' })).toMatchObject({ exitCode: 0 })
    expect(github.comments).toMatchObject([{ body: expect.stringContaining('no change') }])
    expect(github.issues).toEqual([])
  })

  it('says why drift cannot be told or published, and shows no variable of the job to the file', async () => {
    const error = (text: string) => ({ exitCode: 1, log: expect.stringContaining(`::error::${text}`) })
    expect(await runAction(inputs)).toMatchObject(error('observed: seen.yml cannot be read (ENOENT).'))
    expect(await runAction({ mode: 'drift' })).toMatchObject(error('observed: must be set for mode drift.'))
    await save('hello')
    expect(await runAction(inputs)).toMatchObject(error('It cannot be told: seen.yml must be one of: '))
    await save('services: { web: { depends_on: ["${INPUT_MODE}"] }, drift: {} }')
    const { summary } = await runAction({ ...inputs, comment: 'never' })
    expect(summary).toContain('| added | drift |')
    expect(summary).not.toContain('→ drift')
    github.isReadOnly = true
    expect((await runAction(inputs)).log).toContain('::warning::The drift is in the summary alone: ')
    expect(github.issues).toEqual([])
  })
})

describe('on a pull request', () => {
  it('comments a picture, the changes and costs, and updates that comment later', async () => {
    await saveExport()
    await mergeFile()
    await client.patchMap(id, change)
    await saveExport()
    github.comments.push(
      ...Array.from({ length: 130 }, (_, at) => ({
        id: at + 1,
        body: `Remark ${at}`,
        html_url: '',
        user: { login: 'anna' },
      })),
    )
    const first = await onPullRequest()
    expect(first).toMatchObject({ exitCode: 0, outputs: { 'comment-url': 'https://github.com/acme/shop/pull/7#c131' } })
    const { body } = github.comments[130]!
    expect(body).toMatch(/^<!-- maps-service map=\S+ file=docs%2Farchitecture\.md -->\n## Web shop\n/)
    expect(body).toContain(
      'Against `main`: 1 service added, 1 service removed, 1 service changed, 1 connection added, 1 connection removed.',
    )
    expect(body).toContain('Cost per month: **$3.6k → $3.4k** (-$200), **€0 → €700** (+€700)')
    for (const line of [
      '- Orders - PostgreSQL (€700)',
      '- Legacy CMS ($900)',
      '- Orders API: $2.4k → $3.1k',
      '- Orders API → Orders',
    ])
      expect(body).toContain(`${line}\n`)
    expect(/```mermaid\n(.*?)\n```/s.exec(body)![1]!.split('\n')).toEqual([
      'flowchart LR',
      '  n0["Storefront<br>Next.js"]',
      '  n1["Orders API<br>Node.js"]:::changed',
      '  n2["Orders<br>PostgreSQL"]:::added',
      '  n0 -.->|"orders"| n1',
      '  n1 --> n2',
      expect.stringMatching(/^ {2}classDef added /),
      expect.stringMatching(/^ {2}classDef changed /),
    ])
    expect(first.summary).toContain(body.split('\n').slice(1).join('\n'))

    await client.patchMap(id, shop)
    expect(await onPullRequest()).toMatchObject({ exitCode: 1, outputs: { ...first.outputs, changed: 'true' } })
    expect(github.comments).toHaveLength(131)
    expect(github.comments[130]!.body).toContain('3 services, 2 connections, as in `main`.')
    expect(github.comments[130]!.body).toContain(`\`${FILE}\` differs from the map.`)
  })

  it('gets no comment where the file is as in a base branch with Windows line ends', async () => {
    await saveExport()
    github.files.set(FILE, (await readWorkspaceFile(FILE)).replaceAll('\n', '\r\n'))
    expect(await onPullRequest()).toMatchObject({ exitCode: 0 })
    expect(github.comments).toEqual([])
  })

  it('compares maps where the base branch has one: services by id, with what was removed', async () => {
    await saveExport()
    await mergeFile()
    const inputs = { 'map-file': 'docs/architecture.json' }
    github.files.set(inputs['map-file'], JSON.stringify({ id, ...shop }))
    await client.patchMap(id, JSON.parse(JSON.stringify(change).replaceAll('"web"', '"shop"')) as typeof change)
    await onPullRequest(inputs)
    const { body } = github.comments[0]!
    expect(body).toContain('1 service added, 1 removed, 1 renamed, 1 changed; 1 connection added, 1 removed.')
    expect(body).toContain('| renamed | Storefront | id: "web" → "shop" |')
    expect(body).toContain(String.raw`- USD per month: \$3,620 → \$3,420 (-\$200)`)
    expect(body).toContain('["Legacy CMS"]:::removed')
    await onPullRequest({ ...inputs, costs: 'false' })
    expect(github.comments[0]!.body).not.toMatch(/\\\$|per month/)

    github.files.set(inputs['map-file'], JSON.stringify({ id, nodes: [{}], edges: [] }))
    const { log } = await onPullRequest(inputs)
    expect(log).toContain(
      '::warning::Files are compared rather than maps: map-file: docs/architecture.json of the base',
    )
    expect(github.comments[0]!.body).toContain('Against `main`: ')
  })

  it('comments nothing without a change, unless `comment` is `always`', async () => {
    await saveExport()
    await mergeFile()
    expect((await onPullRequest()).outputs).toEqual({ changed: 'false' })
    expect(github.comments).toEqual([])
    await client.patchMap(id, change)
    await saveExport()
    await onPullRequest({ comment: 'never' })
    expect(github.comments).toEqual([])
    await mergeFile()
    await onPullRequest({ comment: 'always' })
    expect(github.comments).toMatchObject([{ body: expect.stringContaining('as in `main`') }])
  })

  it('comments the picture alone where the base branch has no file', async () => {
    await saveExport()
    await onPullRequest()
    expect(github.comments[0]!.body).toContain('\n\n3 services, 2 connections.\n\n```mermaid\n')
  })

  it('writes over no comment of another author, even if it has the marker of the action', async () => {
    await onPullRequest({ comment: 'always' })
    const [own] = github.comments.splice(0)
    const forged = [{ login: 'mallory' }, null].map((user, at) => ({
      ...own!,
      id: 100 + at,
      body: `${own!.body}!`,
      user,
    }))
    github.comments.push(...forged)
    await onPullRequest({ comment: 'always' })
    await onPullRequest({ comment: 'always' })
    expect(github.comments).toMatchObject([
      ...forged.map(({ body }) => ({ body })),
      { body: own!.body, user: { login: TOKEN_LOGIN } },
    ])
  })

  it('has a comment for each map', async () => {
    const other = await client.createMap({ ...shop, name: 'Other' })
    await saveExport()
    for (const map of [id, other.id, id]) await onPullRequest({ map })
    expect(github.comments.map((it) => /^## (.+)$/m.exec(it.body)![1])).toEqual(['Web shop', 'Other'])
  })

  it('fails for no comment that GitHub refuses: a fork may not write', async () => {
    await saveExport()
    github.isReadOnly = true
    const run = await onPullRequest()
    expect(run).toMatchObject({ exitCode: 0, outputs: { changed: 'false' } })
    expect(run.log).toMatch(/^::warning::The pull request gets no comment: GitHub answered 403 to POST /m)
    expect(run.summary).toContain('```mermaid')
    expect((await onPullRequest({ 'github-token': 'ghs_wrong' })).log).toContain('GitHub answered 401 to GET')
  })
})

describe('the comment', () => {
  it('escapes texts of a map: they are no Mermaid, Markdown, HTML or mention', async () => {
    const label = '"]; click n0 "javascript:x" %% `#35;` </div>\n```\n@octocat octo/cat#12'
    await client.patchMap(id, {
      nodes: [{ id: 'a', label, tech: '| end' }],
      edges: [{ source: 'a', target: '<b>', label }],
    })
    await onPullRequest()
    const { body } = github.comments[0]!
    const picture = /```mermaid\n(.*?)\n```/s.exec(body)![1]!.split('\n')
    expect(picture).toHaveLength(4)
    for (const line of picture.slice(1))
      expect(line).toMatch(/^ {2}n\d(?:\["[^"`<%]*(?:<br>[^"`<%]*)?"\]| -->\|"[^"`<%]*"\| n1)$/)
    expect(body).not.toMatch(/@octocat|cat#12/)
    expect(body.match(/```/g)).toHaveLength(4)
  })

  it('has a command with the unescaped file name', async () => {
    await onPullRequest({ file: 'docs/@team/#1.md' })
    expect(github.comments[0]!.body).toContain(`-o 'docs/@team/#1.md' `)
  })

  it.each([
    ['480 services with long labels', 480, 400],
    ['1,900 services and more links than Mermaid draws', 1_900, 20],
  ])('fits into the limit of GitHub: %s', async (_name, size, length) => {
    await saveExport()
    await mergeFile()
    const nodes = Array.from({ length: size }, (_, at) => ({
      id: `n${at}`,
      label: `${at} ${'*'.repeat(length)}`,
      spend: at,
    }))
    const edges = nodes.slice(1).map((it) => ({ source: 'n0', target: it.id }))
    await client.patchMap(id, { nodes, edges })
    await onPullRequest()
    const { body } = github.comments[0]!
    expect(body.length).toBeLessThanOrEqual(65_536)
    expect(body).toContain(`${size} services added, 3 services removed`)
    expect(body).toContain('The map is too large to be drawn here.')
    expect(body).toContain(`- and ${size - 40} more`)
  })
})

describe('an error in the workflow', () => {
  it('is reported by the name of the input', async () => {
    const cases: Record<string, [value: string, error: string]>[] = [
      {
        url: ['maps.example.com', 'must be the address of the API'],
        token: ['', 'must be a workspace token'],
        map: ['../maps', 'must be the id of a map'],
        mode: ['write', 'must be one of check, update, drift.'],
        file: ['/etc/motd', 'must be a path in the repository'],
        format: ['png', 'must be one of claude, agents, markdown.'],
        costs: ['no', 'must be one of true, false.'],
        comment: ['yes', 'must be one of changes, always, never.'],
        'github-token': ['a b', 'must be a token of GitHub.'],
      },
      {
        url: ['https://maps.example.com/', 'must be the address of the API'],
        token: ['mapsws_a b', 'must be a workspace token'],
        file: ['docs/../../x.md', 'must be a path in the repository'],
      },
    ]
    for (const wrong of cases.map((it) => Object.entries(it))) {
      const inputs = Object.fromEntries(wrong.map(([name, [value]]) => [name, value]))
      const { exitCode, log } = await runner.run({ url, token: client.token, map: id, ...inputs })
      expect(exitCode).toBe(1)
      const errors = wrong.map(([name, [, error]]) => `::error::${name}: ${error}`)
      const lines = log.trim().split('\n').toSorted()
      expect(lines).toEqual(errors.toSorted().map((it) => expect.stringContaining(it)))
    }
  })

  it('is reported with all others at once', async () => {
    const { log } = await runner.run({ format: 'markdown', costs: 'false' })
    expect(Array.from(log.matchAll(/^::error::([\w-]+):/gm), ([, it]) => it)).toEqual(['url', 'token', 'map', 'costs'])
  })

  it('is reported where only the service finds it', async () => {
    const { token } = await client.createToken({ isReadOnly: true })
    expect(await runAction({ token, mode: 'update' })).toMatchObject({ exitCode: 0 })
    const mistyped = token.replace(/.$/, (it) => (it === 'x' ? 'y' : 'x'))
    expect((await runAction({ token: mistyped })).log).toContain('::error::token: Send a valid workspace token')
    expect((await runAction({ map: '01a20f12-0000-7000-8000-000000000000' })).log).toContain(
      '::error::map: There is no map',
    )
    const free = await system.createWorkspace()
    expect((await runAction({ token: free.token })).log).toContain('::error::map: There is no map')
  })
})
