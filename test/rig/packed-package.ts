import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { npmCommand } from './installed-tools.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

/**
 * Packs one of our packages and installs it in an empty folder, as its users do, without the network.
 * @param workspace its folder in the project
 */
export async function installPacked(workspace: string, folder: string): Promise<void> {
  await npm(root, 'pack', '--workspace', workspace, '--pack-destination', folder)
  const [tarball] = await readdir(folder)
  await writeFile(`${folder}/package.json`, '{"type":"module"}')
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', `./${tarball}`)
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  const [program, ...start] = npmCommand()
  await run(program, [...start, ...args], { cwd })
}

/** The machine's own Node, which is perhaps older than ours. */
export function plainNode(): string {
  return process.env.npm_node_execpath ?? process.execPath
}
