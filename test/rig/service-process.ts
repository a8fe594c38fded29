import { tmpdir } from 'node:os'
import { httpUrl } from '@maps/shared/listen'
import { descendantsOf, survivorsOf } from './process-tree.ts'
import type { Reaper } from '../../infra/local/reaper/reaper.ts'
import { startService } from '../../infra/local/service.ts'

/** A line of a service's log. */
export type LogEntry = Record<string, unknown> & { msg?: string }

/** A gateway or render worker in a process of its own. */
export interface ServiceProcess {
  name: string
  /** Base URL of a gateway's API, or of a worker's health checks. */
  url: string
  pid: number
  logs: readonly LogEntry[]
  /** Sends a signal; does not wait for its effect. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Resolves with the exit code when the process has ended; null where a signal ended it. */
  exit: Promise<number | null>
  /** Stops the process. @returns the fault, where it exits with an error or leaves child processes behind */
  stop(): Promise<string | undefined>
}

const readyMessages = { gateway: 'listening', 'render-worker': 'ready' }
/** Longer than the longest graceful stop of a service. */
const STOP_WITHIN_MS = 50_000
const CHILDREN_END_WITHIN_MS = 5_000

/** Environment variables that services inherit from the test run. */
export function baseEnvironment(): Record<string, string> {
  const { PATH = '', HOME = tmpdir(), TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }
}

/** Starts a service from its `main.ts` and waits until it is ready and has logged so: tests look for what it logged before. @param node path of another Node than this process's */
export async function startServiceProcess(
  name: 'gateway' | 'render-worker',
  env: Readonly<Record<string, string>>,
  reaper: Reaper,
  node?: string,
): Promise<ServiceProcess> {
  const logs: LogEntry[] = []
  const logged = Promise.withResolvers<void>()
  const onLine = (line: string): void => {
    const entry = parse(line)
    logs.push(entry)
    if (entry.msg === readyMessages[name]) logged.resolve()
  }
  const { server, port } = await startService({ name, env, node, reaper, onLine, stopWithinMs: STOP_WITHIN_MS })
  await Promise.race([logged.promise, server.ended])
  let wasKilled = false
  return {
    name,
    url: httpUrl(env.HOST ?? '127.0.0.1', port),
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
