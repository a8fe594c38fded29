import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../clients/programs/run.ts'
import { installTools } from '../rig/installed-tools.ts'
import type { RequestOptions } from '../rig/rest-client.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'

const tools = fileURLToPath(new URL('../clients', import.meta.url))
const require = createRequire(join(tools, 'package.json'))
const run = promisify(execFile)

interface Content {
  example?: unknown
}
interface Operation {
  operationId: string
  requestBody?: { content: { 'application/json': Content } }
  responses: Record<string, { content?: Record<string, Content> }>
}

/** As much of the judges as is used here: they are none of the project's packages, so they have no types. */
interface SpectralCore {
  Spectral: new () => {
    setRuleset(ruleset: object): void
    run(text: string): Promise<{ code: string; path: string[] }[]>
  }
}
interface Redocly {
  createConfig(settings: object): Promise<object>
  lintFromString(input: object): Promise<{ ruleId: string }[]>
}

let system: System
let team: TestWorkspace
let baseUrl: string
let document: string

beforeAll(async () => {
  ;[system] = await Promise.all([startSystem(), installTools(tools)])
  team = await system.createWorkspace({ plan: 'pro' })
  baseUrl = `${system.gateways[0]!.url}/api/v1`
  document = await (await fetch(`${baseUrl}/openapi.json`)).text()
}, 120_000)
afterAll(() => system[Symbol.asyncDispose]())

async function judge(text: string): Promise<string[]> {
  const { Spectral } = require('@stoplight/spectral-core') as SpectralCore
  const rules = require('@stoplight/spectral-rulesets') as { oas: object }
  const redocly = (await import(pathToFileURL(require.resolve('@redocly/openapi-core')).href)) as Redocly
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [rules.oas] })
  const config = await redocly.createConfig({ extends: ['recommended'] })
  const problems = await redocly.lintFromString({ source: text, config, absoluteRef: 'openapi.json' })
  const findings = await spectral.run(text)
  return [...findings.map((it) => `${it.code} ${it.path.join('.')}`), ...problems.map((it) => it.ruleId)]
}

function operations(): [method: string, path: string, operation: Operation][] {
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, it]) => [method.toUpperCase(), path, it] as [string, string, Operation]),
  )
}

describe('the OpenAPI document', () => {
  it("has nothing that Spectral's and Redocly's rules find", async () => {
    expect(await judge(document)).toEqual([])
  })

  it('control: would be found to lack a description and an operation id', async () => {
    const lacking = document
      .replace('"description":"Only the fields sent', '"x-said":"')
      .replace('"operationId":"getMap"', '"x-id":"getMap"')
    expect(await judge(lacking)).toEqual(
      expect.arrayContaining([
        'operation-description paths./maps/{id}.patch',
        'operation-operationId paths./maps/{id}.get',
      ]),
    )
  })

  it('has examples that work, of every operation and of what it answers', async () => {
    let id = ''
    const inOrder = operations().toSorted(
      ([a], [b]) => 'POST GET PATCH DELETE'.indexOf(a) - 'POST GET PATCH DELETE'.indexOf(b),
    )
    expect(inOrder).toHaveLength(12)
    for (const [method, path, { operationId, requestBody, responses }] of inOrder) {
      const body = requestBody?.content['application/json'].example
      expect(body === undefined).toBe(method === 'GET' || method === 'DELETE')
      const answer = await team.request(method, path.replace('{id}', id), { ...(body !== undefined && { body }) })
      expect(Object.keys(responses), operationId).toContain(String(answer.status))
      expect(answer.status, `${operationId}: ${answer.status < 300 ? '' : answer.text}`).toBeLessThan(300)
      if (operationId === 'createMap') id = answer.json.map.id
      const [example] = Object.values(responses[answer.status]!.content!).map((it) => it.example)
      if (typeof example === 'string') expect(answer.text.startsWith(example), operationId).toBe(true)
      else if (operationId !== 'exportPng') expect(alike(answer.json), operationId).toMatchObject(alike(example))
    }
  })

  it('has examples of every refusal, as the service words it', async () => {
    const { id } = await team.createMap({ name: 'Refused' })
    const lacking = operations().flatMap(([, , { operationId, responses }]) =>
      Object.entries(responses)
        .filter(([status, it]) => Number(status) >= 400 && !it.content?.['application/problem+json']?.example)
        .map(([status]) => `${operationId} ${status}`),
    )
    expect(lacking).toEqual([])
    const body = { name: 'Web shop', edges: [{ source: 'web', target: 'api', color: 'url(#blue)' }] }
    const unknownId = '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90'
    for (const [method, path, { operationId, requestBody, responses }] of operations()) {
      const address = path.replace('{id}', id)
      const headers = { 'Content-Type': 'text/plain' }
      const requests: [status: number, method: string, path: string, options: RequestOptions][] = [
        [400, method, address, requestBody ? { body } : { query: { colour: 'red' } }],
        [401, method, address, { headers: { Authorization: '' } }],
        [404, method, path.replace('{id}', unknownId), requestBody ? { body: { name: 'x' } } : {}],
        [405, 'PUT', address, {}],
        [412, method, address, { headers: { 'If-Match': '"v99"' }, ...(requestBody && { body: { name: 'x' } }) }],
        [415, method, address, { headers, body: 'x' }],
      ]
      for (const [status, ...request] of requests.filter(([it]) => it in responses)) {
        const [asked, at, options] = request
        const answer = await team.request(asked, at, { ...options, direct: true })
        const { example } = responses[status]!.content!['application/problem+json']!
        expect(alike(answer.json), `${operationId} ${status}`).toEqual(alike(example))
      }
    }
  })
})

/** A value with the same id and time wherever there is one, so that answers can be compared with examples. */
function alike(value: unknown): object {
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
  return JSON.parse(text) as object
}

describe('a client generated from it', () => {
  let folder: string

  beforeAll(async () => {
    // Beside the tools, whose packages the generated code imports.
    folder = await mkdtemp(join(tools, 'generated-'))
    await Promise.all([
      cp(join(tools, 'programs'), folder, { recursive: true }),
      writeFile(join(folder, 'openapi.json'), document),
    ])
    await writeFile(
      join(folder, 'orval.config.mjs'),
      `export default { maps: { input: './openapi.json', output: { target: './orval/maps.ts', client: 'fetch', baseUrl: '${baseUrl}' } } }`,
    )
    const generate = (program: string, ...args: string[]) =>
      run(join(tools, 'node_modules/.bin', program), args, { cwd: folder })
    await Promise.all([
      generate('openapi-typescript', 'openapi.json', '-o', 'openapi-typescript.ts'),
      generate('openapi-ts', '-i', 'openapi.json', '-o', 'hey-api'),
      generate('orval', '--config', 'orval.config.mjs'),
    ])
  }, 60_000)
  afterAll(() => rm(folder, { recursive: true }))

  it('fits programs that are checked against its types', async () => {
    const options =
      '--noEmit --strict --target esnext --module preserve --allowImportingTsExtensions --lib esnext,dom,dom.iterable --skipLibCheck'
    const programs = ['openapi-fetch.ts', 'hey-api.ts', 'orval.ts', 'own-client.ts']
    const check = (): Promise<unknown> =>
      run(join(tools, 'node_modules/.bin/tsc'), [...options.split(' '), ...programs], { cwd: folder })
    await check()
    await writeFile(
      join(folder, 'orval.ts'),
      "import { createMap } from './orval/maps.ts'\nvoid createMap({ nodes: [] })\n",
    )
    await expect(check()).rejects.toMatchObject({ stdout: expect.stringContaining("'name' is missing") })
    await cp(join(tools, 'programs/orval.ts'), join(folder, 'orval.ts'))
    const types = await readFile(join(folder, 'openapi-typescript.ts'), 'utf8')
    await writeFile(join(folder, 'openapi-typescript.ts'), types.replaceAll('tech?: string', 'technology?: string'))
    await expect(check()).rejects.toMatchObject({ stdout: expect.stringMatching(/^own-client\.ts/) })
    await writeFile(join(folder, 'openapi-typescript.ts'), types)
  }, 60_000)

  it.each(['openapi-fetch', 'hey-api', 'orval'])('by %s creates, changes and exports a map', async (name) => {
    const bundle = await rolldown({ input: join(folder, `${name}.ts`), platform: 'node' })
    const file = join(folder, `${name}.bundle.mjs`)
    await bundle.write({ file })
    const program = (await import(pathToFileURL(file).href)) as { run: Run }
    const made = await program.run(baseUrl, team.token)
    expect(made.name).toBe('second')
    const { bytes } = await team.request('GET', `/maps/${made.id}/export/png`, { query: { scale: '1' }, direct: true })
    expect(Buffer.from(made.png).equals(bytes)).toBe(true)
  })
})
