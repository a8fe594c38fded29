import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { npmCommand } from './npm.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Packs a package of ours and installs the tarball in an empty folder, without network access.
 * @param workspace path of the package in the repository
 */
export async function packAndInstall(workspace: string, folder: string): Promise<void> {
  await npm(root, 'pack', '--workspace', workspace, '--pack-destination', folder)
  const [tarball] = await readdir(folder)
  await writeFile(`${folder}/package.json`, '{"type":"module"}')
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', `./${tarball}`)
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  const [program, ...start] = npmCommand()
  await promisify(execFile)(program, [...start, ...args], { cwd })
}

/** Path of the Node that runs npm, which may be older than the Node of the tests. */
export function systemNode(): string {
  return process.env.npm_node_execpath ?? process.execPath
}
