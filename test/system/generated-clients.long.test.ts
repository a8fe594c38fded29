import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../clients/programs/run.ts'
import { installPackages } from '../rig/npm.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'

const tools = fileURLToPath(new URL('../clients', import.meta.url))
const require = createRequire(join(tools, 'package.json'))
const run = promisify(execFile)

/** Types of the linters, of the parts used here: the packages are installed by the test. */
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
let client: TestWorkspace
let baseUrl: string
let document: string

beforeAll(async () => {
  ;[system] = await Promise.all([startSystem(), installPackages(tools)])
  client = await system.createWorkspace({ plan: 'pro' })
  baseUrl = `${system.gateways[0]!.url}/api/v1`
  document = await (await fetch(`${baseUrl}/openapi.json`)).text()
}, 120_000)
afterAll(() => system[Symbol.asyncDispose]())

/** Runs Spectral and Redocly. @returns the codes of their findings */
async function lint(text: string): Promise<string[]> {
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

describe('the OpenAPI document', () => {
  it("has nothing that Spectral's and Redocly's rules find", async () => {
    expect(await lint(document)).toEqual([])
  })

  it('control: would be found to lack a description and an operation id', async () => {
    const lacking = document
      .replace('"description":"Only the fields sent', '"x-said":"')
      .replace('"operationId":"getMap"', '"x-id":"getMap"')
    const problems = await lint(lacking)
    expect(problems).toContain('operation-description paths./maps/{id}.patch')
    expect(problems).toContain('operation-operationId paths./maps/{id}.get')
  })
})

describe('a client generated from it', () => {
  let folder: string

  beforeAll(async () => {
    // Generated code imports packages of the tools, so its folder is beside them.
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
  }, 240_000)

  it.each(['openapi-fetch', 'hey-api', 'orval'])('by %s creates, changes and exports a map', async (name) => {
    const bundle = await rolldown({ input: join(folder, `${name}.ts`), platform: 'node' })
    const file = join(folder, `${name}.bundle.mjs`)
    await bundle.write({ file })
    const program = (await import(pathToFileURL(file).href)) as { run: Run }
    const { id, name: newName, png } = await program.run(baseUrl, client.token)
    expect(newName).toBe('second')
    const { bytes } = await client.request('GET', `/maps/${id}/export/png`, {
      query: { scale: '1', icons: 'false' },
      direct: true,
    })
    expect(Buffer.from(png).equals(bytes)).toBe(true)
  })
})
