import { type ChildProcessWithoutNullStreams, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from '@maps/shared/config'
import type { Reaper } from './reaper/reaper.ts'

const REMEMBERED_LINES = 40

/** How a child process is started and stopped. */
export interface ChildSettings extends Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> {
  /** Name shown to the user. */
  name: string
  command: string
  args: readonly string[]
  /** Written to its standard input, which is then closed. */
  input?: string
  /** Called for each line on stdout or stderr. */
  onLine?: (line: string) => void
  /** Signal for a graceful stop. */
  stopSignal: NodeJS.Signals
  /** Time after which it is killed. */
  stopWithinMs: number
}

/** How a child process ended. */
export interface ChildEnd {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A child ended before it was ready for use. */
export class EndedEarly extends SetupError {
  readonly child: Child

  constructor(what: string, child: Child) {
    super(`${what}. ${outputTail(child)}`)
    this.child = child
  }
}

/** A sentence with the last lines that a child wrote. */
export function outputTail({ lines }: Child): string {
  return `Its last words:\n  ${lines.slice(-5).join('\n  ')}`
}

/** A child process that has been started. */
export interface Child extends AsyncDisposable {
  readonly name: string
  readonly pid: number
  /** The last lines it wrote. */
  readonly lines: readonly string[]
  /** Resolves when it has ended and its output is read. */
  readonly ended: Promise<ChildEnd>
  kill(signal: NodeJS.Signals): void
  /** Stops it gracefully, kills it after the time limit, and returns how it ended. */
  stop(): Promise<ChildEnd>
}

/**
 * Starts a program in a process group of its own: a Ctrl-C in the terminal must not reach it past us, because the
 * parts of a stack stop in order. The reaper ends it should we be killed.
 * @throws Error where there is no such program
 */
export async function startChild(settings: ChildSettings, reaper: Reaper): Promise<Child> {
  const { name, command, args, cwd, env, uid, gid } = settings
  const ids = { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) }
  const child = spawn(command, args, { cwd, env, ...ids, detached: true, stdio: 'pipe' })
  child.stdin.on('error', () => {})
  child.stdin.end(settings.input)
  const lines: string[] = []
  const ended = endOf(child, (line) => {
    lines.push(line)
    if (lines.length > REMEMBERED_LINES) lines.shift()
    settings.onLine?.(line)
  })
  await once(child, 'spawn')
  const pid = child.pid!
  reaper.watch(pid, settings.stopSignal)
  child.on('exit', () => {
    killGroup(pid)
    reaper.forget(pid)
  })

  const stop = async (): Promise<ChildEnd> => {
    child.kill(settings.stopSignal)
    const late = new AbortController()
    void sleep(settings.stopWithinMs, undefined, { signal: late.signal }).then(
      () => killGroup(pid),
      () => {},
    )
    return ended.finally(() => late.abort())
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

function endOf(child: ChildProcessWithoutNullStreams, onLine: (line: string) => void): Promise<ChildEnd> {
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine)
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })))
}

/** Kills the rest of a process group. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // nothing was left
  }
}
