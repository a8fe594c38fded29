import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { systemNode } from '../rig/served-package.ts'
import { useSystem } from '../rig/shared-system.ts'

const { system, client } = await useSystem()
const pages = ['README.md', 'docs/usage.md', 'docs/mcp.md', 'clients/cli/README.md', 'clients/typescript/README.md']

/** Reads the command lines of a page that install a package, or run it from one. */
async function readInstallLines(page: string): Promise<string[]> {
  const text = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8')
  return Array.from(text.matchAll(/^ *((?:npm install|npx) .*\/downloads\/.*)$/gm), ([, line]) => line!)
}

describe('every printed line that installs a client', () => {
  it.each(pages)('works where there is nothing but Node and npm: %s', async (page) => {
    for (const line of await readInstallLines(page)) {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-install-'))
      const env = {
        PATH: [join(folder.path, 'global/bin'), dirname(systemNode()), process.env.PATH].join(delimiter),
        HOME: folder.path,
        npm_config_prefix: join(folder.path, 'global'),
        MAPS_URL: `${system.url}/api/v1`,
        MAPS_TOKEN: client.token,
      }
      const run = (command: string) => promisify(execFile)('sh', ['-c', command], { cwd: folder.path, env })
      await run(line)
      if (line.includes('--global')) expect((await run('maps list --json')).stdout.trim()).toBe('[]')
    }
  })

  it('is there', async () => {
    const lines = (await Promise.all(pages.map(readInstallLines))).flat()
    for (const start of [/^npm install --global .*cli/, /^npm install .*client/, /^npx .*cli/]) {
      expect(lines).toContainEqual(expect.stringMatching(start))
    }
  })
})
