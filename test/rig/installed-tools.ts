import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Installs the packages of a folder that has a lockfile of its own, where that has not happened yet.
 * @throws Error where npm fails
 */
export async function installTools(folder: string): Promise<void> {
  const stampFile = `${folder}/node_modules/.installed`
  const fingerprint = createHash('sha256')
    .update(readFileSync(`${folder}/package-lock.json`))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint) return
  console.log(`Installing the packages of ${folder} …`)
  const [program, ...start] = npmCommand()
  const child = spawn(program, [...start, 'ci', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`npm ci in ${folder} ended with ${code}`)
  writeFileSync(stampFile, fingerprint)
}

/** The npm that runs the tests, or the one on the path. */
export function npmCommand(): [program: string, ...args: string[]] {
  const { npm_execpath: npm } = process.env
  return npm?.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm']
}
