import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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

/** The objects of a YAML text. @throws YAMLParseError for text that is not YAML */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    const [error] = document.errors
    if (error) throw error
    return document.toJS() as Manifest
  })
}

/**
 * Faults of objects by the schemas of Kubernetes and KEDA, one line each: unknown fields, missing ones and wrong types. The JSON
 * schemas allow unknown fields, so the compiler checks each object as a literal of the schemas' TypeScript types.
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
