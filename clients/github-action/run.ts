import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { showDifference } from './diff.ts'
import { checkDrift } from './drift.ts'
import { EXPORT_NOTE } from './document.ts'
import { fetchExport, refreshCommand } from './fetch-map.ts'
import { ActionError, type Environment, type Inputs, readInputs } from './inputs.ts'
import { publish } from './publish.ts'
import { createWorkflow, type Workflow } from './workflow.ts'

/** Runs the action. @returns the exit code */
export async function run(env: Environment, write: (text: string) => void): Promise<0 | 1> {
  const workflow = createWorkflow(env, write)
  try {
    const inputs = readInputs(env)
    return await (inputs.mode === 'drift' ? checkDrift : checkOrUpdate)(inputs, env, workflow)
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    for (const line of error.message.split('\n')) workflow.annotate('error', line)
    return 1
  }
}

async function checkOrUpdate(inputs: Inputs, env: Environment, workflow: Workflow): Promise<0 | 1> {
  const { file, mode } = inputs
  const path = join(env['GITHUB_WORKSPACE'] ?? '.', file)
  const [kept, { map, text }] = await Promise.all([readKept(path, file), fetchExport(inputs)])
  const isStale = kept !== text
  await workflow.setOutput('changed', String(isStale))
  // A fault of publishing leaves the file written.
  if (isStale && mode === 'update') {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  await publish(inputs, env, workflow, { kept, map, text, isStale })
  if (!isStale) {
    workflow.log(`${file} is what the map says.`)
    return 0
  }
  if (mode === 'update') {
    workflow.log(`${file} has been written from the map.`)
    return 0
  }
  workflow.logUntrusted(await showDifference(kept ?? '', text, file))
  workflow.log(`With a workspace token in MAPS_TOKEN, this brings ${file} up to date:\n\n  ${refreshCommand(inputs)}\n`)
  const fault = kept === undefined ? 'does not exist' : 'differs from the map'
  workflow.annotate('error', `${file} ${fault}. The log has a command that brings it up to date.`, file)
  return 1
}

/**
 * Reads the file in the working copy, with Unix line endings; undefined if it does not exist.
 * @throws ActionError if the file is no export, since an update would overwrite it
 */
async function readKept(path: string, file: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ActionError(`file: ${file} cannot be read (${error.code}).`)
  })
  if (text !== undefined && !text.split(/\r?\n/).includes(EXPORT_NOTE)) {
    throw new ActionError(`file: ${file} is no export of Maps Service. Name another file, or delete this one first.`)
  }
  return text?.replaceAll('\r\n', '\n')
}
