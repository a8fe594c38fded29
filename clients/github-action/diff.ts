import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const MAX_LINES = 500
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Returns Git's unified diff of two texts, cut after `MAX_LINES` lines. */
export async function showDifference(before: string, after: string, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'maps-action-'))
  try {
    await Promise.all([writeFile(join(folder, 'before'), before), writeFile(join(folder, 'after'), after)])
    const lines = (await runDiff(folder)).trimEnd().split('\n')
    // The first lines name the temporary files.
    const shown = lines.slice(lines.findIndex((it) => it.startsWith('@@'))).slice(0, MAX_LINES)
    const rest = lines.length > MAX_LINES ? ['… and more'] : []
    return [`--- ${name}`, '+++ the map', ...shown, ...rest].join('\n')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs `git diff`, which exits with 1 if the files differ. */
async function runDiff(folder: string): Promise<string> {
  const args = ['diff', '--no-index', '--no-color', '--no-ext-diff', '--', 'before', 'after']
  const options = { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES }
  return promisify(execFile)('git', args, options).then(
    ({ stdout }) => stdout,
    (error: { code?: unknown; stdout?: string }) =>
      error.code === 1 ? (error.stdout ?? '') : 'Git is not there to tell more.',
  )
}
