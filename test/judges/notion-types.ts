import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from '../../infra/local/state.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The types of Notion's client that the bodies of requests are measured by. */
type ParametersOfClient = 'CreatePageParameters' | 'AppendBlockChildrenParameters'

/** Objects that are written out as literals of the client's types. */
export type Literals = readonly [type: ParametersOfClient, value: object][]

/**
 * What TypeScript, with our settings, says to each list of objects where they are written out as literals of the client's types. That
 * is stricter than to assign our types to the client's: texts are compared with those that the client knows, and a member that it does
 * not know is a fault. All lists are compiled at once: to start the compiler takes most of it.
 */
export async function typeFaults(lists: readonly Literals[]): Promise<string[][]> {
  // Within the repository, so that TypeScript finds Notion's client from there.
  await mkdir(cacheFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(cacheFolder, 'notion-'))
  try {
    const files = lists.map((_, index) => `bodies-${index}.ts`)
    await Promise.all(lists.map((it, index) => writeFile(join(folder, files[index]!), moduleOf(it))))
    const settings = { extends: join(root, 'tsconfig.json'), files, include: [] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    return faultsByFile(await runTypeScript(folder), files)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A fault begins with its file; the lines that say more about it are set in. */
function faultsByFile(lines: readonly string[], files: readonly string[]): string[][] {
  const faults = files.map((): string[] => [])
  let current: string[] | undefined
  for (const line of lines) {
    if (!line.startsWith(' ')) current = faults[files.indexOf(line.split('(')[0]!)]
    if (!current) throw new Error(`TypeScript says of no body: ${line}`)
    current.push(line)
  }
  return faults
}

function moduleOf(literals: Literals): string {
  const imported = "import type { AppendBlockChildrenParameters, CreatePageParameters } from '@notionhq/client'\n"
  const lines = literals.map(([type, value], index) => `export const it${index}: ${type} = ${JSON.stringify(value)}\n`)
  return imported + lines.join('')
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
