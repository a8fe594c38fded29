import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Runs `npm ci` in a folder unless its lockfile is already installed. @throws Error where npm fails */
export async function installPackages(folder: string): Promise<void> {
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

/** Command line of npm: the npm that runs the tests, or else the npm on the PATH. */
export function npmCommand(): [program: string, ...args: string[]] {
  const { npm_execpath: npm } = process.env
  return npm?.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm']
}
