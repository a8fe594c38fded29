import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

interface RunningProcess {
  pid: number
  /** Process id of the parent. */
  parent: number
  /** Process group id. */
  group: number
  /** Start time, which distinguishes the process from a later one of the same id. */
  started: string
  name: string
}

/** All descendants of a process. */
export function descendantsOf(pid: number): RunningProcess[] {
  const all = runningProcesses()
  const found: RunningProcess[] = []
  const add = (parent: number): void => {
    for (const child of all.filter((it) => it.parent === parent)) {
      found.push(child)
      add(child.pid)
    }
  }
  add(pid)
  return found
}

/** Waits until processes have ended. @returns the processes that still run after `withinMs` milliseconds */
export async function survivorsOf(processes: readonly RunningProcess[], withinMs: number): Promise<RunningProcess[]> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const now = runningProcesses()
    const survivors = processes.filter(({ pid, started }) => now.some((it) => it.pid === pid && it.started === started))
    if (survivors.length === 0 || Date.now() > deadline) return survivors
    await sleep(50)
  }
}

/** All processes of this machine but zombies. */
export function runningProcesses(): RunningProcess[] {
  return process.platform === 'linux' ? fromProc() : fromPs()
}

function fromProc(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((it) => /^\d+$/.test(it))
    .flatMap((pid) => {
      try {
        return [parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))]
      } catch {
        return []
      }
    })
    .filter((it) => it !== undefined)
}

/** Parses /proc/PID/stat, see proc_pid_stat(5): the name is in parentheses and may contain any character. */
function parseStat(stat: string): RunningProcess | undefined {
  const nameEnd = stat.lastIndexOf(')')
  const [state, parent, ...rest] = stat.slice(nameEnd + 2).split(' ')
  if (state === 'Z' || state === 'X') return undefined
  const name = stat.slice(stat.indexOf('(') + 1, nameEnd)
  return { pid: Number.parseInt(stat, 10), parent: Number(parent), group: Number(rest[0]), started: rest[17]!, name }
}

function fromPs(): RunningProcess[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,pgid=,lstart=,comm='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent, group, started = '', name = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.{24})\s+(.*)$/.exec(line) ?? []
    return pid ? [{ pid: Number(pid), parent: Number(parent), group: Number(group), started, name }] : []
  })
}
