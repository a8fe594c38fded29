import { fileURLToPath } from 'node:url'
import { type Child, EndedEarly, startChild } from './child.ts'
import type { Reaper } from './reaper/reaper.ts'

/** A service's program, and the message of the log line by which it says that it is ready. */
const services = {
  gateway: { program: '../../services/gateway/main.ts', ready: 'listening' },
  'render-worker': { program: '../../services/render-worker/main.ts', ready: 'ready' },
} as const

/** How a service is started. */
export interface ServiceSettings {
  name: keyof typeof services
  env: Readonly<Record<string, string | undefined>>
  /** The program that runs Node; the Node of this process where not set. */
  node?: string | undefined
  reaper: Reaper
  stopWithinMs: number
  onLine?: (line: string) => void
}

/** A running service. */
export interface Service {
  server: Child
  /** The port it says it listens on. */
  port: number
}

/**
 * Starts one of our services as a process and waits until it is ready.
 * @throws EndedEarly where it ends instead
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
  if (port === undefined) throw new EndedEarly(`The ${name} did not start`, child)
  return { server: child, port }
}

function portOf(line: string, message: string): number | undefined {
  if (!line.startsWith('{') || !line.includes(`"msg":"${message}"`)) return undefined
  const entry = JSON.parse(line) as { port?: number }
  return entry.port
}
