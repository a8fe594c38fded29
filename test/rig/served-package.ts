import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { npmCommand } from './npm.ts'

/**
 * Installs a package that a gateway serves in an empty folder.
 * @param name file name of the package below `/downloads/`
 */
export async function installDownload(gatewayUrl: string, name: string, folder: string): Promise<void> {
  await writeFile(`${folder}/package.json`, '{"type":"module"}')
  const [program, ...start] = npmCommand()
  const args = ['install', '--no-audit', '--no-fund', '--no-update-notifier', `${gatewayUrl}/downloads/${name}`]
  await promisify(execFile)(program, [...start, ...args], { cwd: folder })
}

/** Path of the Node that runs npm, which may be older than the Node of the tests. */
export function systemNode(): string {
  return process.env.npm_node_execpath ?? process.execPath
}
