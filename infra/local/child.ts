import { type ChildProcessWithoutNullStreams, spawn, type SpawnOptions, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from '@maps/shared/config'
import type { Reaper } from './reaper/reaper.ts'

const MAX_LINES = 40

/** Settings to start and stop a child process. */
export interface ChildSettings extends Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> {
  /** Name shown to the user. */
  name: string
  command: string
  args: readonly string[]
  /** Input of the process; stdin is closed after it. */
  input?: string
  /** Called for each line on stdout or stderr. */
  onLine?: (line: string) => void
  /** Called for each message of a Node process; without it, the process has no channel for messages. */
  onMessage?: (message: unknown) => void
  /** Signal for a graceful stop. */
  stopSignal: NodeJS.Signals
  /** Time from the stop signal to SIGKILL, in ms. */
  stopWithinMs: number
}

/** Exit code or signal of an ended child process. */
export interface ExitStatus {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The error for a child that ended before it was ready. */
export class ChildStartError extends SetupError {
  readonly child: Child

  constructor(what: string, child: Child) {
    super(`${what}. ${outputTail(child)}`)
    this.child = child
  }
}

/** Formats the last five output lines of a child for an error message. */
export function outputTail({ lines }: Child): string {
  return `Its last words:\n  ${lines.slice(-5).join('\n  ')}`
}

/** A started child process. */
export interface Child extends AsyncDisposable {
  readonly name: string
  readonly pid: number
  /** The last lines of its stdout and stderr. */
  readonly lines: readonly string[]
  /** Resolves when the process has ended and its output is read. */
  readonly ended: Promise<ExitStatus>
  kill(signal: NodeJS.Signals): void
  /** Sends the stop signal, and SIGKILL after the time limit. Resolves when the process has ended. */
  stop(): Promise<ExitStatus>
}

/**
 * Starts a program in its own process group, so that a Ctrl-C in the terminal does not reach it: the parts of a stack
 * stop in order. The reaper ends the program if this process is killed.
 * @throws Error if the program does not exist
 */
export async function startChild(settings: ChildSettings, reaper: Reaper): Promise<Child> {
  const { name, command, args, cwd, env, uid, gid } = settings
  const ids = { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) }
  const stdio: StdioOptions = ['pipe', 'pipe', 'pipe', ...(settings.onMessage ? ['ipc' as const] : [])]
  const child = spawn(command, args, { cwd, env, ...ids, detached: true, stdio }) as ChildProcessWithoutNullStreams
  if (settings.onMessage) child.on('message', settings.onMessage)
  child.stdin.on('error', () => {})
  child.stdin.end(settings.input)
  const lines: string[] = []
  const ended = waitForEnd(child, (line) => {
    lines.push(line)
    if (lines.length > MAX_LINES) lines.shift()
    settings.onLine?.(line)
  })
  await once(child, 'spawn')
  const pid = child.pid!
  reaper.watch(pid, settings.stopSignal)
  child.on('exit', () => {
    killGroup(pid)
    reaper.forget(pid)
  })

  const stop = async (): Promise<ExitStatus> => {
    child.kill(settings.stopSignal)
    const killTimer = new AbortController()
    void sleep(settings.stopWithinMs, undefined, { signal: killTimer.signal }).then(
      () => killGroup(pid),
      () => {},
    )
    return ended.finally(() => killTimer.abort())
  }
  return {
    name,
    pid,
    lines,
    ended,
    kill: (signal) => child.kill(signal),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

function waitForEnd(child: ChildProcessWithoutNullStreams, onLine: (line: string) => void): Promise<ExitStatus> {
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine)
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })))
}

/** Kills the rest of a process group. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has no process left.
  }
}
