import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SetupError } from '@maps/shared/config'
import { type Confinement, confinements } from '../../services/render-worker/browser/confinement.ts'
import which from 'which'
import { unpackChromium } from './chromium-package.ts'
import installed from './chromium-programs.json' with { type: 'json' }
import { findProgramFolder } from './program-folder.ts'

const START_WITHIN_MS = 30_000

const ADVICE =
  'Install Chromium (Debian: sudo apt-get install chromium; macOS: brew install --cask google-chrome) ' +
  'or set CHROMIUM_PATH to the program of a Chromium or Chrome that you have.'
const ROOT_ADVICE =
  'As root, it runs as another user, who must get at it; CHROMIUM_SANDBOX=off runs it as root, without its sandbox.'

/**
 * Finds a Chromium that starts: the one at the given path, else an installed one, else the one from npm.
 * @param isSandboxed whether the operator wants its sandbox
 * @param programFolder folder for unpacked programs and start scripts
 * @throws SetupError if no Chromium starts
 */
export async function findChromium(
  given: string | undefined,
  programFolder: string,
  isSandboxed = true,
): Promise<string> {
  const folder = await findProgramFolder(programFolder)
  const makeStartable = (program: string, prefix: string) => findStartable(program, folder, isSandboxed, prefix)
  if (given) return makeStartable(given, `CHROMIUM_PATH is ${given}, which does not start:`)
  for (const program of installed) {
    const path = await which(program, { nothrow: true })
    const startable = path && (await makeStartable(path, '').catch(() => undefined))
    if (startable) return startable
  }
  const path = await unpackChromium(folder)
  if (!path) throw new SetupError(`There is no Chromium. ${ADVICE}`)
  return makeStartable(path, `The Chromium from npm does not start here. ${ADVICE} It said:`)
}

/** Returns the path of a Chromium, or of a start script without its sandbox if the machine denies that. Root gets no such script. */
async function findStartable(path: string, folder: string, isSandboxed: boolean, prefix: string): Promise<string> {
  const errors: string[] = []
  for (const confinement of confinements(isSandboxed)) {
    const error = await startupError(path, confinement)
    if (!error) return path
    errors.push(error)
  }
  const isRoot = process.getuid?.() === 0
  if (isRoot) throw new SetupError(`${prefix} ${errors.at(-1)} ${isSandboxed ? ROOT_ADVICE : ''}`.trim())
  if (await startupError(path, { isSandboxed: false })) throw new SetupError(`${prefix} ${errors.at(-1)}`)
  console.error('Chromium may not use its sandbox on this machine, and runs without it.')
  return writeLauncher(path, folder)
}

async function writeLauncher(path: string, folder: string): Promise<string> {
  const launcher = join(folder, `no-sandbox-${hash('sha256', path).slice(0, 12)}.sh`)
  const draft = `${launcher}.${process.pid}`
  await writeFile(draft, `#!/bin/sh\nexec '${path.replaceAll("'", `'\\''`)}' --no-sandbox "$@"\n`, { mode: 0o755 })
  await rename(draft, launcher)
  return launcher
}

/** Starts a browser and requests its version over the DevTools pipe. @returns its error output; undefined if it responds */
async function startupError(path: string, { user, isSandboxed }: Confinement): Promise<string | undefined> {
  const profile = await mkdtemp(join(tmpdir(), 'maps-chromium-try-'))
  if (user) await chown(profile, user.uid, user.gid)
  const flags = isSandboxed ? [] : ['--no-sandbox']
  const args = [...flags, '--headless', '--disable-gpu', '--remote-debugging-pipe', `--user-data-dir=${profile}`]
  const browser = spawn(path, args, {
    ...user,
    // That user may have no access to the current folder.
    cwd: '/',
    env: { PATH: process.env.PATH, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    timeout: START_WITHIN_MS,
    killSignal: 'SIGKILL',
  })
  const [, , stderr, commands, responses] = browser.stdio as [null, null, Readable, Writable, Readable]
  const ended = once(browser, 'close').catch((error: Error) => error)
  const stderrText = text(stderr)
  try {
    commands.on('error', () => {})
    commands.write('{"id":1,"method":"Browser.getVersion"}\0')
    if (await Promise.race([once(responses, 'data'), ended.then(() => false)])) return undefined
    const failure = await ended
    return failure instanceof Error ? failure.message : firstLines(await stderrText) || 'it ended without a word'
  } finally {
    browser.kill('SIGKILL')
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

function firstLines(output: string): string {
  return output.trim().split('\n').slice(0, 3).join('\n')
}
