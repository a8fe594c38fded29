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

/** Messages of the DevTools protocol, each a JSON text. */
export interface Transport {
  send(message: string): void
  close(): void
  onmessage?: (message: string) => void
  onclose?: () => void
}

/** A Chromium in a process group of its own. It ends when this process does, however that ends. */
export interface ChromiumProcess {
  /** Id of the process group, which is its first process's id. */
  readonly id: number
  readonly transport: Transport
  /** Resolves when the first process has ended. */
  readonly ended: Promise<unknown>
  /** Ends what is left of the group. */
  kill(): void
  /** The end of stderr, where Chromium says why it does not start. */
  stderrTail(): Promise<string>
}

/** Enough for an error with its stack. */
const TAIL_CHARACTERS = 4_000
const TAIL_TIMEOUT_MS = 500

/** Starts Chromium. @throws the system's error where the program cannot be started, or not as that user */
export async function startProcess({ executablePath, args, env, user }: ProcessSettings): Promise<ChromiumProcess> {
  const child = spawn(executablePath, [...args, '--remote-debugging-pipe'], {
    ...user,
    env: { ...env },
    // The worker's own may be closed to that user.
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

/** Keeps the end of a stream. The function that it returns waits a moment for more. */
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
function createTransport(commands: Writable, answers: Readable): Transport {
  const transport: Transport = {
    send: (message) => void commands.write(`${message}\0`),
    close: () => commands.end(),
  }
  let begun: Buffer[] = []
  answers.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...begun, chunk.subarray(start, end)]).toString()
      // The work that one message starts is done before the next message.
      setImmediate(() => transport.onmessage?.(message))
      begun = []
      start = end + 1
    }
    begun.push(chunk.subarray(start))
  })
  answers.on('close', () => transport.onclose?.())
  // A pipe that breaks is closed right after.
  for (const pipe of [commands, answers]) pipe.on('error', () => {})
  return transport
}

function killGroup(id: number): void {
  try {
    process.kill(-id, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}
