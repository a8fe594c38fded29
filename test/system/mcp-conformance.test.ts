import { execFile } from 'node:child_process'
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSystem } from '../rig/system.ts'
import { startTokenProxy } from '../rig/token-proxy.ts'
import { shop } from './shop.ts'

const require = createRequire(import.meta.url)

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED'
  errorMessage?: string
  details?: { untestable?: boolean }
}

/** Scenarios for any server of tools and resources: the others call tools, prompts and resources that only a test server has. */
const scenarios = {
  '2026-07-28': [
    ...['server-stateless', 'http-header-validation', 'tools-list', 'resources-list', 'sep-2164-resource-not-found'],
    ...['caching', 'dns-rebinding-protection', 'server-sse-multiple-streams'],
  ],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'],
}
type Revision = keyof typeof scenarios
/** Checks of these scenarios for features the server does not have: prompts and subscriptions. */
const unsupportedChecks = [
  'sep-2549-prompts-list-caching-hints',
  'sep-2575-server-sends-subscription-ack',
  'sep-2575-server-tags-subscription-id',
]

const results = new Map<string, Map<string, Check[]>>()
const parts = new AsyncDisposableStack()

beforeAll(async () => {
  const proxy = parts.use(await startTokenProxy())
  const system = parts.use(await startSystem({ workers: 0, gatewayEnv: { CORS_ORIGINS: proxy.url } }))
  const client = await system.createWorkspace({ plan: 'pro' })
  await client.createMap(shop)
  proxy.setTarget(system.gateways[0]!.url, client.token)
  for (const revision of Object.keys(scenarios))
    results.set(revision, await runConformance(`${proxy.url}/mcp`, revision))
})
afterAll(() => parts.disposeAsync())

/**
 * Runs the official conformance suite, which fails as a whole because it expects the features of a test server.
 * @returns its checks by scenario
 */
async function runConformance(url: string, revision: string): Promise<Map<string, Check[]>> {
  const packageFile = require.resolve('@modelcontextprotocol/conformance/package.json')
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-conformance-'))
  const program = join(dirname(packageFile), 'dist/index.js')
  const args = [program, 'server', '--url', url, '--requirements', revision, '--output-dir', folder.path]
  await new Promise((resolve) => execFile(process.execPath, args, { timeout: 40_000 }, resolve))
  const checks = new Map<string, Check[]>()
  for (const name of await readdir(folder.path)) {
    const scenario = /^server-(.+?)-\d{4}-\d\d-\d\dT/.exec(name)![1]!
    checks.set(scenario, JSON.parse(await readFile(join(folder.path, name, 'checks.json'), 'utf8')) as Check[])
  }
  return checks
}

function failuresOf(checks: readonly Check[] | undefined): string[] {
  const failed = checks!.filter(
    (it) => it.status === 'FAILURE' && !it.details?.untestable && !unsupportedChecks.includes(it.id),
  )
  return failed.map((it) => `${it.id}: ${it.errorMessage}`)
}

describe.each(Object.keys(scenarios) as Revision[])('the official conformance suite of protocol %s', (revision) => {
  it.each(scenarios[revision])('finds no failure in %s', (scenario) => {
    const checks = results.get(revision)!.get(scenario)
    expect(checks?.some((it) => it.status === 'SUCCESS' || it.status === 'INFO')).toBe(true)
    expect(failuresOf(checks)).toEqual([])
  })

  it('finds every sent message valid, in all scenarios', () => {
    const schemas = [...results.get(revision)!.values()].flat().filter((it) => it.id === 'wire-schema-valid')
    expect(schemas.length).toBeGreaterThan(20)
    expect(failuresOf(schemas)).toEqual([])
  })

  it('control: finds that there are no prompts', () => {
    expect(failuresOf(results.get(revision)!.get('prompts-list'))).toHaveLength(1)
  })
})
