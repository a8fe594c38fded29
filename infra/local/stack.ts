import { join } from 'node:path'
import { allSettledOrThrow } from '@maps/shared/all-settled'
import { bucketRules } from '@maps/shared/bucket'
import { SetupError } from '@maps/shared/config'
import { httpUrl } from '@maps/shared/listen'
import { z } from 'zod'
import { settings as gatewaySettings } from '../../services/gateway/config.ts'
import { settings as workerSettings } from '../../services/render-worker/config.ts'
import { checkDatabaseUrl, checkRedisUrl } from './check-servers.ts'
import type { Child } from './child.ts'
import { findChromium } from './chromium.ts'
import { portErrorCode } from './free-port.ts'
import { createLogFile } from './log-file.ts'
import type { Reaper } from './reaper/reaper.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { ensureRedisServer, type Redis, startRedis } from './redis.ts'
import { type Service, startService } from './service.ts'
import { programFolder, type RunningStack, stateFolder } from './state.ts'
import { supervise, type Supervised } from './supervisor.ts'

const shape = {
  ...gatewaySettings.shape,
  ...workerSettings.shape,
  DATABASE_URL: gatewaySettings.shape.DATABASE_URL.optional(),
  REDIS_URL: gatewaySettings.shape.REDIS_URL.optional(),
  CHROMIUM_PATH: workerSettings.shape.CHROMIUM_PATH.optional(),
}
/** The settings of both services. `npm start` provides the servers and the Chromium that are not set. */
export const settings = z.object(shape).check(...bucketRules)
/** The settings of the local stack, checked. */
export type StackSettings = z.infer<typeof settings>

/** The dependencies of the local stack. */
export interface StackDependencies {
  config: StackSettings
  reaper: Reaper
  /** Takes ownership of each child at its start, to stop all children in reverse order. */
  adopt: (child: Supervised<unknown>) => void
  /** Aborted when no more processes may be started. */
  stopping: AbortSignal
}

/** Stop timeout of the gateway. The four stop timeouts of the stack sum to less than 10 s, the longest wait after a Ctrl-C. */
const GATEWAY_STOPS_WITHIN_MS = 3_000
const WORKER_STOPS_WITHIN_MS = 2_000

/** Starts the servers that the environment does not provide, then a render worker and the gateway. */
export async function startStack({ config, reaper, adopt, stopping }: StackDependencies): Promise<RunningStack> {
  await checkPort(config)
  await Promise.all([
    config.DATABASE_URL && checkDatabaseUrl(config.DATABASE_URL),
    config.REDIS_URL && checkRedisUrl('REDIS_URL', config.REDIS_URL),
    config.ARTIFACT_REDIS_URL && checkRedisUrl('ARTIFACT_REDIS_URL', config.ARTIFACT_REDIS_URL),
  ])
  const missing = [...(config.DATABASE_URL ? [] : ['PostgreSQL']), ...(config.REDIS_URL ? [] : ['Redis'])]
  if (missing.length > 0) console.log(`Starting ${missing.join(' and ')} …`)
  if (!config.REDIS_URL) await ensureRedisServer()
  const run = <Started extends { server: Child }>(name: string, start: Starter<Started>): Supervised<Started> => {
    const child = supervise(name, start)
    adopt(child)
    return child
  }
  const chromium = findChromium(config.CHROMIUM_PATH, programFolder, config.CHROMIUM_SANDBOX === 'on')

  /** Starts servers and services. Only the worker waits for Chromium, which the first start unpacks for seconds. */
  async function startServices(): Promise<RunningStack> {
    // A rejection comes when all started children are known.
    const [postgres, redis] = await allSettledOrThrow([
      config.DATABASE_URL ? undefined : run('PostgreSQL', postgresStarter(reaper)).started,
      config.REDIS_URL ? undefined : run('Redis', redisStarter(reaper)).started,
    ])
    stopping.throwIfAborted()
    console.log('Starting the gateway and a render worker …')
    const databaseUrl = postgres?.url ?? config.DATABASE_URL!
    const redisUrl = redis?.url ?? config.REDIS_URL!
    const addresses = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl }
    const gatewayEnv = environmentOf(gatewaySettings, addresses)
    const worker = run('The render worker', async () => {
      const workerEnv = environmentOf(workerSettings, { ...addresses, CHROMIUM_PATH: await chromium })
      stopping.throwIfAborted()
      return openWorker(reaper, workerEnv)
    })
    const gateway = run('The gateway', (first: Service | undefined) =>
      openGateway(reaper, first ? { ...gatewayEnv, PORT: String(first.port) } : gatewayEnv),
    )
    const [{ port }] = await Promise.all([gateway.started, worker.started])
    return { databaseUrl, redisUrl, baseUrl: `${httpUrl(connectableHost(config.HOST), port)}/api/v1` }
  }

  const [stack] = await allSettledOrThrow([startServices(), chromium])
  return stack
}

async function checkPort({ PORT, HOST }: StackSettings): Promise<void> {
  const code = await portErrorCode(PORT, HOST)
  if (code === undefined) return
  if (code !== 'EADDRINUSE') throw new SetupError(`Nothing can listen on ${HOST}:${PORT} (${code}): set HOST or PORT.`)
  throw new SetupError(`Port ${PORT} is taken by another program. Choose another one: PORT=8090 npm start`)
}

/** Starts a server. A restart gets the result of the first start, to use its address again. */
type Starter<Started> = (first: Started | undefined) => Promise<Started>

function postgresStarter(reaper: Reaper): Starter<Postgres> {
  const settings = {
    folder: join(stateFolder, 'postgres'),
    reaper,
    onLine: createLogFile(join(stateFolder, 'postgres.log')),
  }
  return (first) => startPostgres({ ...settings, url: first?.url })
}

function redisStarter(reaper: Reaper): Starter<Redis> {
  const settings = {
    folder: join(stateFolder, 'redis'),
    keepsData: true,
    reaper,
    onLine: createLogFile(join(stateFolder, 'redis.log')),
  }
  return (first) => startRedis({ ...settings, url: first?.url })
}

function openWorker(reaper: Reaper, given: NodeJS.ProcessEnv): Promise<Service> {
  const env = { HEALTH_PORT: '0', ...given }
  return startService({ name: 'render-worker', env, reaper, stopWithinMs: WORKER_STOPS_WITHIN_MS, onLine: console.log })
}

function openGateway(reaper: Reaper, given: NodeJS.ProcessEnv): Promise<Service> {
  const env = { INTERNAL_PORT: '0', SHUTDOWN_DELAY_MS: '0', ...given }
  return startService({ name: 'gateway', env, reaper, stopWithinMs: GATEWAY_STOPS_WITHIN_MS, onLine: console.log })
}

/** Environment variables that any Node program may need. */
const common = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'NODE_ENV', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']

/** Builds a service's environment: common variables, the service's settings of this process, and `overrides` of its settings. */
function environmentOf({ shape }: z.ZodObject, overrides: Readonly<Record<string, string>>): Record<string, string> {
  const names = Object.keys(shape).flatMap((name) => (overrides[name] === undefined ? [name, `${name}_FILE`] : []))
  const env: Record<string, string> = {}
  for (const name of [...common, ...names]) if (process.env[name] !== undefined) env[name] = process.env[name]
  for (const [name, value] of Object.entries(overrides)) if (name in shape) env[name] = value
  return env
}

function connectableHost(host: string): string {
  return { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
}
