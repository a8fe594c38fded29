/** Packs the clients that the gateway serves below `/downloads/`. The packages are committed. */
import { execFile } from 'node:child_process'
import { mkdtempDisposable, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Folder of the packages. */
export const downloadFolder = join(root, 'services/gateway/docs/downloads')
/** The packages, and the workspaces that they are made of. */
export const downloads = { 'maps-cli.tgz': 'clients/cli', 'maps-client.tgz': 'clients/typescript' } as const

/** Packs the package of a workspace, without its version in the name, into a folder on the same disk. */
export async function packDownload(name: keyof typeof downloads, folder: string): Promise<void> {
  await using draft = await mkdtempDisposable(join(folder, 'draft-'))
  const args = ['pack', '--workspace', downloads[name], '--pack-destination', draft.path]
  await promisify(execFile)('npm', args, { cwd: root })
  const [packed] = await readdir(draft.path)
  await rename(join(draft.path, packed!), join(folder, name))
}

if (import.meta.main) {
  for (const name of Object.keys(downloads)) await packDownload(name as keyof typeof downloads, downloadFolder)
}
