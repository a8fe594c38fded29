import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Manifest } from './helm-chart.ts'

const kinds = fileURLToPath(new URL('helm-kinds.ts', import.meta.url))
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
const flags =
  '--noEmit --strict --target esnext --module nodenext --skipLibCheck --allowImportingTsExtensions --pretty false'

/**
 * What is wrong with objects by the schemas of Kubernetes and KEDA, a line for each fault. The schemas' types are made for this:
 * to the compiler, a field that a literal has and its type has not is a fault, as is one that is missing or of another type.
 */
export async function findFaults(manifests: readonly Manifest[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'maps-manifests-'))
  try {
    const file = join(folder, 'manifests.ts')
    const constants = manifests.map((it, index) => `const _${index}: KnownManifest = ${JSON.stringify(it)}`)
    await writeFile(file, [`import type { KnownManifest } from ${JSON.stringify(kinds)}`, ...constants].join('\n'))
    return await compile(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function compile(file: string): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, ...flags.split(' '), file], { cwd: tmpdir() }, (_error, output) =>
      resolve(output.split('\n').filter((it) => /^\S/.test(it))),
    )
  })
}
