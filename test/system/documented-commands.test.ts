import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoMap } from '../../infra/local/demo-map.ts'
import { useSystem } from '../rig/shared-system.ts'

const { system, client } = await useSystem()
const root = fileURLToPath(new URL('../../', import.meta.url))
/** Programs that the commands use, by their names. */
const programs = { curl: 'test/rig/curl.ts', maps: 'clients/cli/main.ts' }
/** Commands of other tests: of the whole project, and of programs that are not ours. Package installations run in downloads.test.ts. */
const others = /^(npm |npx |claude |codex |maps login|source <)/
/** Folder in which the commands run. */
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-docs-'))
  for (const [name, path] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\nexec '${process.execPath}' '${root}${path}' "$@"\n`)
    await chmod(join(folder, name), 0o755)
  }
})
afterAll(() => rm(folder, { recursive: true }))

/** Reads the shell commands of a page, block by block, without those of other tests. */
async function readCommands(page: string): Promise<string[]> {
  const text = await readFile(join(root, page), 'utf8')
  const blocks = Array.from(text.matchAll(/^```sh\n([^]*?)^```$/gm), ([, block = '']) => block)
  const own = blocks.map((block) => block.replaceAll(/^.*$/gm, (line) => (others.test(line) ? '' : line)))
  return own.filter((block) => /^[^#\n]/m.test(block))
}

it(
  'the commands of README and docs/usage.md work as they stand, one after the other',
  { timeout: 180_000 },
  async () => {
    const commands = [...(await readCommands('README.md')), ...(await readCommands('docs/usage.md'))]
    expect(commands.length).toBeGreaterThan(10)
    const { id } = await client.createMap(demoMap)
    const env = {
      PATH: `${folder}:/usr/bin:/bin`,
      HOME: folder,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      MAPS_URL: `${system.url}/api/v1`,
      MAPS_TOKEN: client.token,
      MAP_ID: id,
    }
    for (const command of commands) await promisify(execFile)('bash', ['--norc', '-euc', command], { cwd: folder, env })
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['shop.png', 'docs', 'map.png', 'map.svg']))
  },
)
