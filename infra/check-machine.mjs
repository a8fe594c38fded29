/**
 * Says what `npm start` lacks on this machine, before anything is installed:
 *
 *     node infra/check-machine.mjs
 *
 * It must run on any platform and on old versions of Node, hence plain JavaScript without dependencies.
 */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { platform, arch } = process
const DOCKER = 'docker compose up --build --wait'
/** Where the gateway listens by default. A test compares these with its settings. */
const defaults = { HOST: '127.0.0.1', PORT: '8080' }

/** Commands that install Redis, or Valkey, which is the same to its clients, by the package manager that they need. */
const redisCommands = {
  'apt-get': 'sudo apt-get install redis-server',
  dnf: 'sudo dnf install valkey',
  pacman: 'sudo pacman -S valkey',
  zypper: 'sudo zypper install redis',
  brew: 'brew install redis',
}
const chromiumCommands = {
  'apt-get': 'sudo apt-get install chromium',
  dnf: 'sudo dnf install chromium-headless',
  pacman: 'sudo pacman -S chromium',
  zypper: 'sudo zypper install chromium',
  brew: 'brew install --cask google-chrome',
}

const missing = await findMissing()
if (missing.length > 0) {
  process.stderr.write(`${missing.join('\n')}\n`)
  process.exit(1)
}

/** Returns a sentence for each thing that is missing, with a command that provides it. */
async function findMissing() {
  if (platform === 'win32') {
    return [`Maps Service runs on Linux and macOS. On Windows, run npm start in WSL (wsl --install), or: ${DOCKER}`]
  }
  if (!loadEnvFile()) return []
  if (isMusl() && !['DATABASE_URL', 'REDIS_URL', 'CHROMIUM_PATH'].every(isSet)) {
    return [`npm has neither PostgreSQL nor Chromium for a Linux with musl. Run: ${DOCKER}`]
  }
  return [checkRedis(), checkChromium(), await checkPort()].filter(Boolean)
}

/** Loads the checkout's `.env` file as the programs do. @returns false if this Node cannot read it */
function loadEnvFile() {
  const file = join(root, '.env')
  if (!existsSync(file)) return true
  process.loadEnvFile?.(file)
  return process.loadEnvFile !== undefined
}

function isSet(setting) {
  return Boolean(process.env[setting] || process.env[`${setting}_FILE`])
}

function isMusl() {
  if (platform !== 'linux') return false
  // Otherwise the report looks up the names of all open connections.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined
}

function checkRedis() {
  if (isSet('REDIS_URL') || hasProgram('redis-server') || hasProgram('valkey-server')) return undefined
  // Root gets it from apt, once the packages are there.
  if (hasProgram('apt-get') && process.getuid() === 0) return undefined
  return `redis-server is missing. ${adviceOf(redisCommands)}start one with Docker:
  docker run --detach --publish 127.0.0.1:6379:6379 valkey/valkey:8
  REDIS_URL=redis://127.0.0.1:6379 npm start`
}

function checkChromium() {
  if (isSet('CHROMIUM_PATH') || (platform === 'linux' && arch === 'x64')) return undefined
  const programs = JSON.parse(readFileSync(join(root, 'infra/local/chromium-programs.json'), 'utf8'))
  if (programs.some(hasProgram)) return undefined
  return `Chromium is missing. ${adviceOf(chromiumCommands)}set CHROMIUM_PATH to the program of a Chromium or Chrome.`
}

/** "Run the command of this machine's package manager, or ". */
function adviceOf(commands) {
  const [, command] = Object.entries(commands).find(([manager]) => hasProgram(manager)) ?? []
  return command ? `Run ${command}, or ` : 'Install it, or '
}

/** @param name of a program on the PATH, or an absolute path */
function hasProgram(name) {
  const folders = name.startsWith('/') ? ['/'] : (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => isExecutable(join(folder, name)))
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where a stack of this checkout runs already, it holds the port itself, and `npm start` says so. */
async function checkPort() {
  const { HOST, PORT } = { HOST: process.env.HOST || defaults.HOST, PORT: process.env.PORT || defaults.PORT }
  if (existsSync(join(root, '.local/running.json'))) return undefined
  const server = createServer()
  const code = await new Promise((resolve) => {
    server.on('error', (error) => resolve(error.code))
    // The settings' own check names a port that is none.
    server.listen(Number(PORT) % 65_536 || 0, HOST, resolve)
  })
  server.close()
  if (code !== 'EADDRINUSE') return undefined
  return `Port ${PORT} is taken by another program, or by a start of this checkout that is not ready yet. Choose another one: PORT=8090 npm start`
}
