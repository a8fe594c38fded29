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
import { ownFolder } from './own-folder.ts'

const START_WITHIN_MS = 30_000

const installed = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const advice =
  'Install Chromium (Debian: sudo apt-get install chromium; macOS: brew install --cask google-chrome) ' +
  'or set CHROMIUM_PATH to the program of a Chromium or Chrome that you have.'
const ROOT_ADVICE =
  'As root, it runs as another user, who must get at it; CHROMIUM_SANDBOX=off runs it as root, without its sandbox.'

/**
 * The path of a Chromium that starts: the one given, else one that is installed, else the one that came with npm.
 * @param isSandboxed whether the user wants its sandbox
 * @param cacheFolder where programs may be kept for the next time
 * @throws SetupError where there is none
 */
export async function findChromium(
  given: string | undefined,
  cacheFolder: string,
  isSandboxed = true,
): Promise<string> {
  const folder = await ownFolder(cacheFolder)
  const makeStartable = (program: string, complaint: string) => findStartable(program, folder, isSandboxed, complaint)
  if (given) return makeStartable(given, `CHROMIUM_PATH is ${given}, which does not start:`)
  for (const program of installed) {
    const path = await which(program, { nothrow: true })
    const startable = path && (await makeStartable(path, '').catch(() => undefined))
    if (startable) return startable
  }
  const path = await unpackChromium(folder)
  if (!path) throw new SetupError(`There is no Chromium. ${advice}`)
  return makeStartable(path, `The Chromium from npm does not start here. ${advice} It said:`)
}

/** Where the kernel or a container denies Chromium its sandbox, the local stack does without, but never as root unasked. */
async function findStartable(path: string, folder: string, isSandboxed: boolean, complaint: string): Promise<string> {
  const faults: string[] = []
  for (const confinement of confinements(isSandboxed)) {
    const fault = await faultOf(path, confinement)
    if (!fault) return path
    faults.push(fault)
  }
  const isRoot = process.getuid?.() === 0
  if (isRoot) throw new SetupError(`${complaint} ${faults.at(-1)} ${isSandboxed ? ROOT_ADVICE : ''}`.trim())
  if (await faultOf(path, { isSandboxed: false })) throw new SetupError(`${complaint} ${faults.at(-1)}`)
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

/** The complaint of a browser that does not answer on its DevTools pipe; undefined where it answers. */
async function faultOf(path: string, { user, isSandboxed }: Confinement): Promise<string | undefined> {
  const profile = await mkdtemp(join(tmpdir(), 'maps-chromium-try-'))
  if (user) await chown(profile, user.uid, user.gid)
  const flags = isSandboxed ? [] : ['--no-sandbox']
  const args = [...flags, '--headless', '--disable-gpu', '--remote-debugging-pipe', `--user-data-dir=${profile}`]
  const browser = spawn(path, args, {
    ...user,
    // Our own folder may be closed to that user.
    cwd: '/',
    env: { PATH: process.env.PATH, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    timeout: START_WITHIN_MS,
    killSignal: 'SIGKILL',
  })
  const [, , errors, commands, answers] = browser.stdio as [null, null, Readable, Writable, Readable]
  const ended = once(browser, 'close').catch((error: Error) => error)
  const said = text(errors)
  try {
    commands.on('error', () => {})
    commands.write('{"id":1,"method":"Browser.getVersion"}\0')
    if (await Promise.race([once(answers, 'data'), ended.then(() => false)])) return undefined
    const failure = await ended
    return failure instanceof Error ? failure.message : firstLines(await said) || 'it ended without a word'
  } finally {
    browser.kill('SIGKILL')
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

function firstLines(output: string): string {
  return output.trim().split('\n').slice(0, 3).join('\n')
}
