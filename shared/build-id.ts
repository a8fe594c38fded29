import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** A service, by its folder in `services`. */
export type ServiceName = 'gateway' | 'render-worker'

/** The setting that names a build. */
export const buildSettings = {
  BUILD_ID: z
    .string()
    .regex(/^[\w.+-]{1,64}$/, 'must have 1 to 64 letters, digits and . _ + -')
    .optional()
    .describe('Name of this build, such as its commit; another one for each build. Default: a hash of the sources'),
}

/** Files without effect on what a service does: images leave most of them out. */
const ignored = /(?:^|\/)(?:node_modules\/|Dockerfile$|\.)|\.(?:test\.ts|md)$/
const HEX_DIGITS = 16
const checkout = fileURLToPath(new URL('../', import.meta.url))

/**
 * Returns the id of a service's build: the given one, else a hash of its sources, the shared sources, the lockfile and Node's version.
 * The id does not depend on the checkout's folder and its tests.
 * @throws Error if the lockfile is missing
 */
export function readBuildId(service: ServiceName, given?: string, root = checkout): string {
  return given ?? hashFiles(root, ['package-lock.json', ...listSources(root, 'shared', `services/${service}`)])
}

function listSources(root: string, ...folders: string[]): string[] {
  const entries = folders.flatMap((it) => readdirSync(join(root, it), { recursive: true, withFileTypes: true }))
  const files = entries.filter((it) => it.isFile()).map((it) => relative(root, join(it.parentPath, it.name)))
  return files.filter((it) => !ignored.test(it)).toSorted()
}

function hashFiles(root: string, files: readonly string[]): string {
  const sum = createHash('sha256').update(process.version)
  for (const file of files) {
    const bytes = readFileSync(join(root, file))
    sum.update(`\n${file} ${bytes.length}\n`).update(bytes)
  }
  return sum.digest('hex').slice(0, HEX_DIGITS)
}
