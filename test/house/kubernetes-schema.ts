import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'

const kinds = fileURLToPath(new URL('kubernetes-kinds.ts', import.meta.url))
const compiler = fileURLToPath(new URL('../../node_modules/@typescript/native/bin/tsc', import.meta.url))
const flags =
  '--noEmit --strict --target esnext --module nodenext --skipLibCheck --allowImportingTsExtensions --pretty false'

/** A Kubernetes object, as `kubectl apply` takes it. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  spec?: Record<string, unknown>
}

/** Parses Kubernetes objects from YAML. @throws YAMLParseError for text that is not YAML */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    const [error] = document.errors
    if (error) throw error
    return document.toJS() as Manifest
  })
}

/**
 * Checks objects against the schemas of Kubernetes and KEDA. The JSON schemas allow unknown fields, so the compiler checks
 * each object as a literal of the schemas' TypeScript types.
 * @returns one line for each unknown field, missing field and wrong type
 */
export async function findErrors(manifests: readonly Manifest[]): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-manifests-'))
  const file = join(folder.path, 'manifests.ts')
  const constants = manifests.map((it, index) => `const _${index}: KnownManifest = ${JSON.stringify(it)}`)
  await writeFile(file, [`import type { KnownManifest } from ${JSON.stringify(kinds)}`, ...constants].join('\n'))
  return await compile(file)
}

function compile(file: string): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, ...flags.split(' '), file], { cwd: tmpdir() }, (_error, output) =>
      resolve(output.split('\n').filter((it) => /^\S/.test(it))),
    )
  })
}
