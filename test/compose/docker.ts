import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Options of a docker command. */
export interface DockerOptions {
  /** Variables in addition to our environment. */
  env?: Readonly<Record<string, string>>
  /** Aborts the command. */
  signal?: AbortSignal
  /** Whether the output goes to stderr, for slow commands. */
  isShown?: boolean
}

/** Runs docker. @returns its output without trailing whitespace @throws Error with its error output where it fails */
export async function docker(args: readonly string[], options: DockerOptions = {}): Promise<string> {
  const { env, signal, isShown = false } = options
  const output = isShown ? 2 : 'pipe'
  const child = spawn('docker', args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    ...(signal && { signal }),
  })
  const ended = once(child, 'close')
  const [stdout, stderr, [code]] = await Promise.all([readAll(child.stdout), readAll(child.stderr), ended])
  if (code !== 0) throw new Error(`docker ${args.slice(0, 6).join(' ')} ended with ${code}. ${stderr}`.trimEnd())
  return stdout.trimEnd()
}

async function readAll(stream: Readable | null): Promise<string> {
  return stream ? text(stream) : ''
}

/** Whether a Docker engine and Compose are available. */
export async function hasDocker(): Promise<boolean> {
  const versions = Promise.all([docker(['version']), docker(['compose', 'version'])])
  return versions.then(
    () => true,
    () => false,
  )
}
