import { tmpdir } from 'node:os'
import { descendantsOf, survivorsOf } from './process-tree.ts'
import type { Reaper } from '../../infra/local/reaper/reaper.ts'
import { startService } from '../../infra/local/service.ts'

/** One line of a service's log. */
export type LogEntry = Record<string, unknown> & { msg?: string }

export interface ServiceProcess {
  name: string
  /** Address of the API, or of a worker's health. */
  url: string
  pid: number
  logs: readonly LogEntry[]
  /** Sends a signal, and does not wait for what comes of it. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** The exit code once it has ended; null where a signal ended it. */
  exit: Promise<number | null>
  /** Stops it and answers what was wrong with how it ended, if anything. */
  stop(): Promise<string | undefined>
}

/** More than the longest orderly stop of a service takes. */
const STOP_WITHIN_MS = 50_000
const CHILDREN_END_WITHIN_MS = 5_000

/** The variables of our own environment that services get: those that every program needs. */
export function machineEnvironment(): Record<string, string> {
  const { PATH = '', HOME = tmpdir(), TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }
}

export async function startServiceProcess(
  name: 'gateway' | 'render-worker',
  env: Readonly<Record<string, string>>,
  reaper: Reaper,
  node?: string,
): Promise<ServiceProcess> {
  const logs: LogEntry[] = []
  const onLine = (line: string): void => void logs.push(parse(line))
  const { server, port } = await startService({ name, env, node, reaper, onLine, stopWithinMs: STOP_WITHIN_MS })
  let wasKilled = false
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    pid: server.pid,
    logs,
    async kill(signal) {
      wasKilled ||= signal === 'SIGKILL'
      server.kill(signal)
    },
    exit: server.ended.then((it) => it.code),
    async stop() {
      const children = descendantsOf(server.pid)
      const { code, signal } = await server.stop()
      if (code !== 0 && !wasKilled) return `${name} (${server.pid}) ended with ${signal ?? `exit code ${code}`}`
      const left = await survivorsOf(children, CHILDREN_END_WITHIN_MS)
      return left.length > 0
        ? `${name} left ${left.map((it) => `${it.name} (${it.pid})`).join(', ')} behind`
        : undefined
    },
  }
}

function parse(line: string): LogEntry {
  try {
    return JSON.parse(line) as LogEntry
  } catch {
    return { msg: line }
  }
}
