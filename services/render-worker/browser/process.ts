import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Confinement } from './confinement.ts'

/** Program, arguments, environment and user of a Chromium process. */
export interface ProcessSettings {
  executablePath: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  user: Confinement['user']
}

/** A connection for messages of the DevTools protocol. Each message is a JSON text. */
export interface DevToolsTransport {
  send(message: string): void
  close(): void
  onmessage?: (message: string) => void
  onclose?: () => void
}

/** A Chromium in a process group of its own. It ends with this process, even if that is killed. */
export interface ChromiumProcess {
  /** Id of the process group, and of its first process. */
  readonly id: number
  readonly transport: DevToolsTransport
  /** Resolves when the first process has ended. */
  readonly ended: Promise<unknown>
  /** Kills all processes of the group. */
  kill(): void
  /** The end of stderr, where Chromium reports why it does not start. */
  stderrTail(): Promise<string>
}

/** Length of the end of stderr that is kept: enough for an error with its stack. */
const TAIL_CHARACTERS = 4_000
const TAIL_TIMEOUT_MS = 500

/** Starts Chromium. @throws the system's error if the program cannot be started as this user */
export async function startProcess({ executablePath, args, env, user }: ProcessSettings): Promise<ChromiumProcess> {
  const child = spawn(executablePath, [...args, '--remote-debugging-pipe'], {
    ...user,
    env: { ...env },
    // The user may have no access to the worker's working directory.
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  await once(child, 'spawn')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const [, , stderr, commands, answers] = child.stdio as unknown as [null, null, Readable, Writable, Readable]
  const id = child.pid!
  return {
    id,
    transport: createTransport(commands, answers),
    ended,
    kill: () => killGroup(id),
    stderrTail: keepTail(stderr),
  }
}

/** Keeps the end of a stream. The returned function waits briefly for the stream to close. */
function keepTail(stream: Readable): () => Promise<string> {
  let tail = ''
  stream.setEncoding('utf8').on('data', (more: string) => (tail = (tail + more).slice(-TAIL_CHARACTERS)))
  const closed = new Promise((resolve) => stream.once('close', resolve))
  return async () => {
    await Promise.race([closed, sleep(TAIL_TIMEOUT_MS)])
    return tail.trim()
  }
}

/** Sends and receives messages on two pipes. Each message ends with a NUL. */
function createTransport(commands: Writable, answers: Readable): DevToolsTransport {
  const transport: DevToolsTransport = {
    send: (message) => void commands.write(`${message}\0`),
    close: () => commands.end(),
  }
  let partial: Buffer[] = []
  answers.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...partial, chunk.subarray(start, end)]).toString()
      // The promises that one message settles are handled before the next message.
      setImmediate(() => transport.onmessage?.(message))
      partial = []
      start = end + 1
    }
    partial.push(chunk.subarray(start))
  })
  answers.on('close', () => transport.onclose?.())
  // A pipe emits `close` after each error.
  for (const pipe of [commands, answers]) pipe.on('error', () => {})
  return transport
}

function killGroup(id: number): void {
  try {
    process.kill(-id, 'SIGKILL')
  } catch {
    // All processes of the group have ended.
  }
}
