/**
 * Makes a fresh clone runnable, then runs a program under the project's own Node:
 *
 *     node infra/setup.mjs infra/local/start.ts
 *
 * A program of `infra/local` gets the packages that the services need to run; any other one all packages, those for development too.
 *
 * It runs on whatever Node the machine has, hence plain JavaScript without a dependency. It talks on stderr alone,
 * because the program's stdout may be the input of another one.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { constants as osConstants, tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** It has the newest fixes of the line that the project runs on; the packages of npm are behind. */
const fixedNode = [24, 22, 1]
/** Each has a manifest and a lockfile of its own, so that two npm can work at once, a core each. The servers are PostgreSQL and Chromium. */
const folders = { packages: root, servers: join(root, 'infra'), node: join(root, 'infra/node') }
const packagedNode = join(folders.node, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
const stampFile = join(root, 'node_modules/.installed')
/** Where Node keeps the modules that it has compiled: a gateway starts with two thirds of the work, a render thread with half. */
const compileCache = join(root, 'node_modules/.cache/node')
const purposes = { run: 'that the services need', all: 'of package-lock.json' }
const lockFile = join(root, '.local/setup.lock')

main(process.argv.slice(2)).then(
  (exitCode) => process.exit(exitCode),
  (error) => {
    say(error.message)
    process.exit(1)
  },
)

async function main(program) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Error(`Node 20 or newer is needed to set this project up, and this is ${process.version}.`)
  }
  const packages = program[0]?.startsWith('infra/local/') ? 'run' : 'all'
  if (!isInstalled(packages)) await underLock(() => install(packages))
  if (program.length === 0) return 0
  return run(findNode(), program, { env: { NODE_COMPILE_CACHE: compileCache, ...process.env } })
}

/** Whether node_modules is what the lockfile says. The stamp is the last thing an installation writes, so a half-made one has none. */
function isInstalled(packages) {
  if (findNode() === undefined || !existsSync(stampFile)) return false
  const [installed, mark] = readFileSync(stampFile, 'utf8').split(' ')
  return (installed === 'all' || installed === packages) && mark === fingerprint()
}

/** The Node that programs run under: the one that runs this where it is of the same line and has its fixes, or npm has none. */
function findNode() {
  if (isOwnNodeRight()) return process.execPath
  if (existsSync(packagedNode)) return packagedNode
  return hasFixes() ? process.execPath : undefined
}

/** Whether the Node that runs this is of the same line and has its fixes. */
function isOwnNodeRight() {
  return Number(process.versions.node.split('.')[0]) === fixedNode[0] && hasFixes()
}

function hasFixes() {
  const version = process.versions.node.split('.').map(Number)
  const at = version.findIndex((part, index) => part !== fixedNode[index])
  return at === -1 || version[at] > fixedNode[at]
}

/** What decides on the contents of node_modules: a new script or version number in a manifest does not. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  const { workspaces } = readManifest('.')
  for (const folder of ['.', ...workspaces]) {
    const { dependencies, devDependencies, optionalDependencies, allowScripts } = readManifest(folder)
    hash.update(JSON.stringify([folder, dependencies, devDependencies, optionalDependencies, allowScripts]))
  }
  for (const folder of Object.values(folders)) hash.update(readFileSync(join(folder, 'package-lock.json')))
  return hash.digest('hex')
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

async function install(packages) {
  if (isInstalled(packages)) return
  // Services may be running on what is there: it stays in place while the rest is added.
  const isAddition = packages === 'all' && isInstalled('run')
  say(isAddition ? 'Adding the packages for development …' : `Installing the packages ${purposes[packages]} …`)
  const began = Date.now()
  const what = packages === 'run' ? '--omit=dev' : '--include=dev'
  const installations = await Promise.allSettled([
    runNpm(folders.packages, isAddition ? ['install', '--no-save', what] : ['ci', what]),
    isAddition || installServersAndNode(),
  ])
  const failed = installations.find((it) => it.status === 'rejected')
  if (failed) throw failed.reason
  if (findNode() === undefined) {
    const platform = `${process.platform}-${process.arch}`
    throw new Error(
      `npm brought no Node 24 for ${platform}: install Node ${fixedNode.join('.')} or newer and try again.`,
    )
  }
  if (findNode() === packagedNode) linkNode()
  writeFileSync(stampFile, `${packages} ${fingerprint()}`)
  say(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

async function installServersAndNode() {
  await runNpm(folders.servers, ['ci'])
  if (!isOwnNodeRight()) await runNpm(folders.node, ['ci'])
}

async function runNpm(folder, [command, ...options]) {
  const [npm, ...start] = npmCommand()
  const exitCode = await run(npm, [...start, command, ...options, '--include=optional', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, ...npmCache(), PATH: pathWithoutOwnPrograms() },
  })
  if (exitCode !== 0) throw new Error(`npm ${command} failed (exit code ${exitCode}): see above.`)
}

/** Has `npx`, and scripts of the manifest, run the programs of packages under this Node too. */
function linkNode() {
  const link = join(root, 'node_modules/.bin/node')
  rmSync(link, { force: true })
  symlinkSync(relative(dirname(link), packagedNode), link)
}

/** The npm that runs us, under the machine's own Node: ours is about to be replaced. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  return npm && npm.endsWith('npm-cli.js') ? [node || process.execPath, npm] : ['npm']
}

/** npm fails where it cannot write its cache, as for a user without a home. */
function npmCache() {
  const folder = process.env.npm_config_cache || join(process.env.HOME || '/nonexistent', '.npm')
  const nearest = existsSync(folder) ? folder : dirname(folder)
  return isWritable(nearest) ? {} : { npm_config_cache: join(tmpdir(), `npm-cache-${process.getuid()}`) }
}

function pathWithoutOwnPrograms() {
  const own = join(root, 'node_modules')
  return (process.env.PATH || '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(own))
    .join(delimiter)
}

/** Two installations at once would take each other's files away. */
async function underLock(work) {
  if (!isWritable(root)) {
    throw new Error(`${root} needs an installation and is not yours to write: run this once as its owner.`)
  }
  await lock()
  try {
    await work()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

async function lock() {
  mkdirSync(dirname(lockFile), { recursive: true, mode: 0o700 })
  const claim = `${lockFile}.${process.pid}`
  writeFileSync(claim, String(process.pid))
  try {
    for (let said = false; !tryLink(claim, lockFile); said = true) {
      const holder = readHolder()
      if (holder && !isAlive(holder)) breakLock(claim)
      else if (!said)
        say(`Waiting for another installation (process ${holder}; if there is none, delete ${lockFile}*) …`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    rmSync(claim, { force: true })
  }
}

/**
 * Removes the lock of a dead process. One process at a time may, and it looks again: what another one has looked at before may be
 * the lock of a live process by now.
 */
function breakLock(claim) {
  const right = `${lockFile}.break`
  if (!tryLink(claim, right)) return
  try {
    const holder = readHolder()
    if (holder && !isAlive(holder)) rmSync(lockFile, { force: true })
  } finally {
    rmSync(right, { force: true })
  }
}

function tryLink(claim, file) {
  try {
    linkSync(claim, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function readHolder() {
  try {
    return Number(readFileSync(lockFile, 'utf8'))
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Runs a program to its end, hands every signal on to it and answers its exit code. */
function run(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  stopWithNpm(child)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + osConstants.signals[signal]))
  })
}

/** An npm that was killed outright can hand nothing on. */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500)
  watch.unref()
}

function say(text) {
  process.stderr.write(`${text}\n`)
}
