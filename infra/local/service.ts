import { fileURLToPath } from 'node:url'
import { type Child, ChildStartError, startChild } from './child.ts'
import type { Reaper } from './reaper/reaper.ts'

/** Program of each service, and the log message that reports its readiness. */
const services = {
  gateway: { program: '../../services/gateway/main.ts', ready: 'listening' },
  'render-worker': { program: '../../services/render-worker/main.ts', ready: 'ready' },
} as const

/** Settings to start and stop a service. */
export interface ServiceSettings {
  name: keyof typeof services
  env: Readonly<Record<string, string | undefined>>
  /** Path of the Node program; by default that of this process. */
  node?: string | undefined
  reaper: Reaper
  stopWithinMs: number
  onLine?: (line: string) => void
}

/** A running service. */
export interface Service {
  server: Child
  /** The port in its log line of readiness. */
  port: number
}

/**
 * Starts a service as a child process and waits until it is ready.
 * @throws ChildStartError if the service ends before
 */
export async function startService(settings: ServiceSettings): Promise<Service> {
  const { name, env, node = process.execPath, reaper, stopWithinMs, onLine } = settings
  const { program, ready } = services[name]
  const listening = Promise.withResolvers<number>()
  const child = await startChild(
    {
      name,
      command: node,
      args: [fileURLToPath(new URL(program, import.meta.url))],
      env,
      onLine(line) {
        onLine?.(line)
        const port = portOf(line, ready)
        if (port !== undefined) listening.resolve(port)
      },
      stopSignal: 'SIGTERM',
      stopWithinMs,
    },
    reaper,
  )
  const port = await Promise.race([listening.promise, child.ended.then(() => undefined)])
  if (port === undefined) throw new ChildStartError(`The ${name} did not start`, child)
  return { server: child, port }
}

function portOf(line: string, message: string): number | undefined {
  if (!line.startsWith('{') || !line.includes(`"msg":"${message}"`)) return undefined
  const entry = JSON.parse(line) as { port?: number }
  return entry.port
}
