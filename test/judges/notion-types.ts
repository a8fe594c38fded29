import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from '../../infra/local/state.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The types of Notion's client that the bodies of requests are measured by. */
type ParametersOfClient = 'CreatePageParameters' | 'AppendBlockChildrenParameters'

/**
 * What TypeScript, with our settings, says to each of these objects where it is written out as a literal of the client's type. That is
 * stricter than to assign our types to the client's: texts are compared with those that the client knows, and a member that it does
 * not know is a fault.
 */
export async function typeFaults(literals: [type: ParametersOfClient, value: object][]): Promise<string[]> {
  // Within the repository, so that TypeScript finds Notion's client from there.
  await mkdir(cacheFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(cacheFolder, 'notion-'))
  try {
    const lines = literals.map(
      ([type, value], index) => `export const it${index}: ${type} = ${JSON.stringify(value)}\n`,
    )
    const imported = "import type { AppendBlockChildrenParameters, CreatePageParameters } from '@notionhq/client'\n"
    await writeFile(join(folder, 'bodies.ts'), imported + lines.join(''))
    const settings = { extends: join(root, 'tsconfig.json'), files: ['bodies.ts'], include: [] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    return await runTypeScript(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The lines that it says; it fails where there are some. */
function runTypeScript(folder: string): Promise<string[]> {
  const program = join(root, 'node_modules/.bin/tsc')
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, '--pretty', 'false', '-p', '.'], { cwd: folder }, (error, stdout) => {
      const faults = stdout.split('\n').filter((it) => it !== '')
      if (error && faults.length === 0) reject(new Error('TypeScript did not run', { cause: error }))
      else resolve(faults)
    })
  })
}
