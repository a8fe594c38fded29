import { fileURLToPath } from 'node:url'
import type { ReadyMessage } from '@maps/shared/lifecycle'
import { type Child, ChildStartError, startChild } from './child.ts'
import type { Reaper } from './reaper/reaper.ts'

/** Program of each service. */
const programs = {
  gateway: '../../services/gateway/main.ts',
  'render-worker': '../../services/render-worker/main.ts',
} as const

/** Settings to start and stop a service. */
export interface ServiceSettings {
  name: keyof typeof programs
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
  /** The port that it listens on. */
  port: number
}

/**
 * Starts a service as a child process and waits until it is ready.
 * @throws ChildStartError if the service ends before
 */
export async function startService(settings: ServiceSettings): Promise<Service> {
  const { name, env, node = process.execPath, reaper, stopWithinMs, onLine } = settings
  const ready = Promise.withResolvers<number>()
  const child = await startChild(
    {
      name,
      command: node,
      args: [fileURLToPath(new URL(programs[name], import.meta.url))],
      env,
      onLine: (line) => onLine?.(line),
      onMessage: (message) => ready.resolve((message as ReadyMessage).port),
      stopSignal: 'SIGTERM',
      stopWithinMs,
    },
    reaper,
  )
  const port = await Promise.race([ready.promise, child.ended.then(() => undefined)])
  if (port === undefined) throw new ChildStartError(`The ${name} did not start`, child)
  return { server: child, port }
}
