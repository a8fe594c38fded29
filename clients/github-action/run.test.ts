import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFakeGitHub } from '../../test/rig/fake-github.ts'
import { type Reply, startScriptedServer } from '../../test/rig/scripted-server.ts'
import { EXPORT_NOTE } from './document.ts'
import { run } from './run.ts'

const githubToken = 'ghs_ofTheJob'
const map = { id: 'm1', name: 'Tea', isPublic: false, nodes: [{ id: 'pot' }], edges: [], createdAt: '', updatedAt: '' }
const document = `# Tea\n\n${EXPORT_NOTE}\n`
const mapReply: Reply = { headers: { ETag: '"v1"' }, json: { map } }
const exportReply: Reply = { headers: { 'Content-Type': 'text/markdown' }, text: document }
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-action-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the action in the folder, by default for pull request 7. @returns its exit code and log */
async function runAction(url: string, github: string, inputs: Record<string, string>, event?: string) {
  const pullRequest = { number: 7, base: { sha: 'b45e', ref: 'main' } }
  await writeFile(join(folder, 'event.json'), event ?? JSON.stringify({ pull_request: pullRequest }))
  const defaults = { mode: 'update', file: 'tea.md', format: 'claude', costs: 'true', comment: 'always' }
  const all = { url: `${url}/api/v1`, token: 'secret', map: 'm1', github_token: githubToken, ...defaults, ...inputs }
  const env = {
    ...Object.fromEntries(Object.entries(all).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    GITHUB_API_URL: github,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_WORKSPACE: folder,
  }
  let log = ''
  const exitCode = await run(env, (text) => (log += text))
  return { exitCode, log }
}
const readWritten = () => readFile(join(folder, 'tea.md'), 'utf8')

it('a comment and an issue are found again after an edit in a browser, which ends their lines as Windows does', async () => {
  await using github = await startFakeGitHub(githubToken)
  await using maps = await startScriptedServer(mapReply, exportReply, mapReply, exportReply, mapReply)
  await writeFile(join(folder, 'seen.yml'), 'services: { cup: {} }')
  const edit = (it: { body: string }) => (it.body = it.body.replaceAll('\n', '\r\n'))
  for (let count = 0; count < 2; count++) {
    await runAction(maps.url, github.url, {})
    github.comments.forEach(edit)
  }
  for (let count = 0; count < 2; count++) {
    await runAction(maps.url, github.url, { mode: 'drift', observed: 'seen.yml' }, '{}')
    github.issues.forEach(edit)
  }
  expect([github.comments.length, github.issues.length]).toEqual([1, 1])
})

it('a drift is that of an environment whose label has dots', async () => {
  await using maps = await startScriptedServer(mapReply)
  const result = ['pot', 'cup'].map((server) => {
    return { metric: { client: 'pot', server, 'server_deployment.environment': server }, value: [0, '7'] }
  })
  await writeFile(join(folder, 'seen.json'), JSON.stringify({ data: { resultType: 'vector', result } }))
  const inputs = { mode: 'drift', observed: 'seen.json', label: 'deployment.environment=pot', comment: 'never' }
  expect(await runAction(maps.url, maps.url, inputs)).toMatchObject({ exitCode: 0 })
})

it('what was seen in a file that is no UTF-8 cannot be told', async () => {
  await using github = await startFakeGitHub(githubToken)
  await using maps = await startScriptedServer(mapReply)
  await writeFile(join(folder, 'seen.yml'), 'services: { größe: {} }', 'latin1')
  const { exitCode, log } = await runAction(maps.url, github.url, { mode: 'drift', observed: 'seen.yml' }, '{}')
  expect(log).toContain('::error::It cannot be told: seen.yml is no text in UTF-8.')
  expect([exitCode, github.issues]).toEqual([1, []])
})

it.each<[Reply, string]>([
  [{ json: [], isCutOff: true }, 'GitHub does not answer GET /repos/acme/shop/contents/tea.md.'],
  ['no response', 'GitHub does not answer GET /repos/acme/shop/contents/tea.md.'],
  [{ text: '<p>Unicorn' }, 'GitHub answered no JSON to GET /repos/acme/shop/issues/7/comments.'],
])('an answer of GitHub that is no whole one becomes a warning: %j', async (reply, warning) => {
  await using github = await startScriptedServer(reply)
  await using maps = await startScriptedServer(mapReply, exportReply)
  const { exitCode, log } = await runAction(maps.url, github.url, {})
  expect(log).toContain(`::warning::The pull request gets no comment: ${warning}`)
  expect([exitCode, await readWritten()]).toEqual([0, document])
})

it.each([
  ['a label', '| pot | cup | pours |  |  |', '| pot | cup | fills |  |  |'],
  ['an arrow', '| pot | cup | pours |  |  |', '| pot | cup | pours | both ways |  |'],
  ['the title', '# Tea', '# Coffee'],
])('a comment does not call a file the same that differs in %s', async (_, before, after) => {
  const text = `${document}\n## Services\n\n- **pot**\n- **cup**\n\n## Dependencies\n\n- pot → cup\n\n## Connections\n\n| pot | cup | pours |  |  |\n`
  const commentOn = async (base: string): Promise<string> => {
    await using github = await startFakeGitHub(githubToken)
    await using maps = await startScriptedServer(mapReply, { ...exportReply, text })
    github.files.set('tea.md', base)
    await runAction(maps.url, github.url, {})
    return github.comments[0]!.body
  }
  expect(await commentOn(text)).toContain('2 services, 1 connection, as in `main`.')
  const comment = await commentOn(text.replace(before, after))
  expect(comment).toContain('1 connection. Services and dependencies as in `main`; other lines of the file differ.')
})

it('an update writes the file even where publishing then fails', async () => {
  await using maps = await startScriptedServer(mapReply, exportReply)
  expect(await runAction(maps.url, maps.url, {}, 'no event')).toMatchObject({ exitCode: 1 })
  expect(await readWritten()).toBe(document)
})
