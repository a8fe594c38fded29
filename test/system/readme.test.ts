import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { parseArgs, promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { useSystem } from '../rig/shared-system.ts'
import { shop } from './shop.ts'

const { system, client } = await useSystem()
const pages = await Promise.all(['README.md', 'docs/usage.md'].map(readPage))
const commands = pages.flatMap(curlCommandsIn)

function readPage(path: string): Promise<string> {
  return readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
}

function curlCommandsIn(page: string): string[] {
  const blocks = [...page.matchAll(/```sh\n(# [^\n]+\n(?:[^`\n]+\n)*?)```/g)].map(([, block = '']) => block)
  return blocks.filter((block) => block.includes('curl '))
}

/** Downloaded files by name. */
const downloads = new Map<string, Buffer>()

/** Has bash parse a curl command, and sends the request that curl would send. @returns status and content type */
async function runCurl(command: string, mapId: string): Promise<(number | string | null)[]> {
  const program = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const env = { MAPS_URL: `${system.url}/api/v1`, MAPS_TOKEN: client.token, MAP_ID: mapId, PATH: '/usr/bin:/bin' }
  const { stdout } = await promisify(execFile)('bash', ['-euc', program], { env })
  const { values, positionals } = parseArgs({
    args: stdout.split('\0').slice(0, -1),
    allowPositionals: true,
    options: {
      request: { type: 'string', short: 'X', default: 'GET' },
      header: { type: 'string', short: 'H', multiple: true, default: [] },
      data: { type: 'string', short: 'd' },
      'data-binary': { type: 'string' },
      output: { type: 'string', short: 'o' },
      fail: { type: 'boolean', short: 'f' },
      include: { type: 'boolean', short: 'i' },
      'create-dirs': { type: 'boolean' },
    },
  })
  const headers = values.header.map((it) => it.split(': ') as [string, string])
  const file = values['data-binary']
  const body = file === undefined ? values.data : downloads.get(file.replace(/^@/, ''))
  const response = await fetch(positionals[0]!, { method: values.request, headers, ...(body && { body }) })
  if (values.output !== undefined) downloads.set(values.output, Buffer.from(await response.arrayBuffer()))
  return [response.status, response.headers.get('content-type')]
}

describe('the README and docs/usage.md', () => {
  it('have ten curl commands that work as they stand, one after the other', async () => {
    expect(commands).toHaveLength(10)
    const { id } = await client.createMap(shop)
    const results = []
    for (const command of commands) results.push(await runCurl(command, id))
    expect(results).toEqual([
      [201, 'application/json'],
      [200, 'image/png'],
      [200, 'text/markdown; charset=utf-8'],
      [200, 'application/json'],
      [200, 'application/json'],
      [200, 'application/json'],
      [200, 'image/png'],
      [200, 'image/svg+xml'],
      [201, 'application/json'],
      [200, 'application/json'],
    ])
  })
})
