import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFailed } from 'vitest'
import { pageSources } from '../../services/gateway/docs/pages.ts'
import { chooseLoopbackAddress } from './loopback-address.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Files at the root that programs read: manifests, and pages that the gateway serves. */
const files = ['package.json', 'package-lock.json', ...Object.keys(pageSources).filter((it) => !it.includes('/'))]

/** A program of `npm start`. */
export interface Running {
  process: ChildProcess
  /** Its output so far. */
  output: () => string
}

/** A running `npm start`, with the values that it has printed. */
export interface LocalStack extends Running {
  url: string
  token: string
  mapId: string
  curl: string
}

/** A copy of the checkout, apart from the developer's `.local/`. */
export interface LocalCheckout extends AsyncDisposable {
  folder: string
  /** Address of its gateway. */
  host: string
  /** Starts a program of `infra/local`, by default with any free port. */
  start(env: Readonly<Record<string, string>>, program?: string, ...args: string[]): Running
  /** Ends all programs. */
  endAll(): Promise<void>
}

/** Copies the checkout, without its packages. */
export async function createCheckout(): Promise<LocalCheckout> {
  const folder = await mkdtemp(join(tmpdir(), 'maps-checkout-'))
  for (const name of [...files, 'infra', 'services', 'shared', 'clients', 'docs']) {
    const filter = (path: string): boolean => !path.startsWith(join(root, 'infra')) || !path.endsWith('/node_modules')
    await cp(join(root, name), join(folder, name), { recursive: true, filter })
  }
  for (const path of ['node_modules', 'infra/node_modules']) await symlink(join(root, path), join(folder, path))
  const host = chooseLoopbackAddress()
  const own = { HOST: host, PORT: '0', NODE_COMPILE_CACHE: join(folder, 'compiled') }
  let started: ChildProcess[] = []
  return {
    folder,
    host,
    start(env, program = 'start.ts', ...args) {
      const { PATH, HOME, CHROMIUM_PATH } = process.env
      const child = spawn(process.execPath, [`infra/local/${program}`, ...args], {
        cwd: folder,
        env: { PATH, HOME, CHROMIUM_PATH, ...own, ...env },
      })
      started.push(child)
      const lines: string[] = []
      for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line))
      onTestFailed(() => console.log(lines.join('\n')))
      return { process: child, output: () => lines.join('\n') }
    },
    async endAll() {
      await Promise.all(started.map((it) => end(it, 'SIGTERM')))
      started = []
    },
    async [Symbol.asyncDispose]() {
      // As root, PostgreSQL's folder is elsewhere, where its own user can enter it.
      await rm(await realpath(join(folder, '.local/postgres')), { recursive: true, force: true })
      await rm(folder, { recursive: true })
    },
  }
}

/** Waits until the stack is up. @returns what it then printed */
export async function waitUntilUp(running: Running): Promise<LocalStack> {
  const isUpOrOver = (): boolean => running.output().includes('Ctrl-C stops') || running.process.exitCode !== null
  await expect.poll(isUpOrOver, { timeout: 100_000 }).toBe(true)
  const printed = /MAPS_URL=(\S+)\n\s*export MAPS_TOKEN=(\S+)\n\s*export MAP_ID=(\S+)/.exec(running.output())
  const [, url = '', token = '', mapId = ''] = printed ?? []
  const [curl = ''] = /curl .*/.exec(running.output()) ?? []
  return { ...running, url, token, mapId, curl }
}

/** Ends a program. @returns its exit code */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  child.kill(signal)
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

/** Waits until a program has ended. @returns its exit code and output */
export async function finish({ process: child, output }: Running): Promise<{ code: number | null; output: string }> {
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output() }
}
