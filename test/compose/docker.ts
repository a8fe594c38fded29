import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Folder of the checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

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

/** Runs shell commands as if they were typed in a folder. @throws Error where the last one fails */
export async function runShell(
  commands: string,
  { cwd, env, signal }: { cwd: string; env: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<void> {
  const child = spawn('bash', ['-c', commands], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 2, 2],
    signal,
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`these commands ended with ${code}:\n${commands}`)
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
