import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface DockerOptions {
  /** What the command sees beside our own environment. */
  env?: Readonly<Record<string, string>>
  /** Ends the command once it is aborted. */
  signal?: AbortSignal
  /** Its output goes to our stderr, for a command that takes its time. */
  isShown?: boolean
}

/** Runs docker and answers what it prints, without the last line's end. @throws with its complaint where it fails */
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
  const [answer, complaint, [code]] = await Promise.all([readAll(child.stdout), readAll(child.stderr), ended])
  if (code !== 0) throw new Error(`docker ${args.slice(0, 6).join(' ')} ended with ${code}. ${complaint}`.trimEnd())
  return answer.trimEnd()
}

async function readAll(stream: Readable | null): Promise<string> {
  return stream ? text(stream) : ''
}

/** Whether there is a Docker engine, and the Compose to drive it with. */
export async function hasDocker(): Promise<boolean> {
  const answers = Promise.all([docker(['version']), docker(['compose', 'version'])])
  return answers.then(
    () => true,
    () => false,
  )
}
