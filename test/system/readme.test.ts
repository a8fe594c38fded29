import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { parseArgs, promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from './shop.ts'

let system: System
let team: TestWorkspace
let commands: string[]

beforeAll(async () => {
  system = await startSystem()
  team = await system.createWorkspace({ plan: 'pro' })
  const text = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  commands = [...text.matchAll(/```sh\n(# [^\n]+\n(?:[^`\n]+\n)*?)```/g)].flatMap(([, block = '']) =>
    block.includes('curl ') ? [block] : [],
  )
})
afterAll(() => system[Symbol.asyncDispose]())

/** Has the shell read a curl command as a reader's shell would, and sends what curl would send. */
async function runCurl(command: string, mapId: string): Promise<Response> {
  const program = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const env = {
    MAPS_URL: `${system.gateways[0]!.url}/api/v1`,
    MAPS_TOKEN: team.token,
    MAP_ID: mapId,
    PATH: '/usr/bin:/bin',
  }
  const { stdout } = await promisify(execFile)('bash', ['-euc', program], { env })
  const { values, positionals } = parseArgs({
    args: stdout.split('\0').slice(0, -1),
    allowPositionals: true,
    options: {
      request: { type: 'string', short: 'X', default: 'GET' },
      header: { type: 'string', short: 'H', multiple: true, default: [] },
      data: { type: 'string', short: 'd' },
      output: { type: 'string', short: 'o' },
      fail: { type: 'boolean', short: 'f' },
      'create-dirs': { type: 'boolean' },
    },
  })
  const headers = values.header.map((it) => it.split(': ') as [string, string])
  return fetch(positionals[0]!, { method: values.request, headers, ...(values.data && { body: values.data }) })
}

describe('the README', () => {
  it('has five curl commands that work as they stand', async () => {
    expect(commands).toHaveLength(5)
    const { id } = await team.createMap(shop)
    const answers = await Promise.all(commands.map((it) => runCurl(it, id)))
    const told = answers.map((it) => [it.status, it.headers.get('content-type')])
    expect(told).toEqual([
      [201, 'application/json'],
      [200, 'application/json'],
      [200, 'application/json'],
      [200, 'image/png'],
      [200, 'text/markdown; charset=utf-8'],
    ])
  })
})
