import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { port, postgresUrl, redisUrl, SetupError } from '@maps/shared/config'
import { z } from 'zod'
import type { Child } from './child.ts'
import { findChromium } from './chromium.ts'
import { whyNotFree } from './free-port.ts'
import type { Keeper } from './keeper.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { ensureRedisServer, type Redis, startRedis } from './redis.ts'
import { type Service, startService } from './service.ts'
import { cacheFolder, type RunningStack, stateFolder } from './state.ts'
import { supervise, type Supervised } from './supervisor.ts'

/** What `npm start` itself reads of its environment, all of which it hands on to the services. */
export const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port(8080),
  DATABASE_URL: postgresUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  CHROMIUM_PATH: z.string().optional(),
})
export type StackSettings = z.infer<typeof settings>

export interface StackParts {
  config: StackSettings
  keeper: Keeper
  /** Takes each child as soon as it is begun; the last one stops first. */
  adopt: (child: Supervised<unknown>) => void
  /** Nothing more is started once it is aborted. */
  stopping: AbortSignal
}

/** Ctrl-C takes at most the sum of these, PostgreSQL's and Redis's: less than ten seconds. */
const GATEWAY_STOPS_WITHIN_MS = 3_000
const WORKER_STOPS_WITHIN_MS = 2_000

/** Starts what the environment does not provide, then a render worker and the gateway. */
export async function startStack({ config, keeper, adopt, stopping }: StackParts): Promise<RunningStack> {
  await checkPort(config)
  const missing = [...(config.DATABASE_URL ? [] : ['PostgreSQL']), ...(config.REDIS_URL ? [] : ['Redis'])]
  if (missing.length > 0) console.log(`Starting ${missing.join(' and ')} …`)
  if (!config.REDIS_URL) await ensureRedisServer()
  const run = <Started extends { server: Child }>(name: string, start: Starter<Started>): Supervised<Started> => {
    const child = supervise(name, start)
    adopt(child)
    return child
  }
  const [postgres, redis, chromium] = await allOrFirstFault([
    config.DATABASE_URL ? undefined : run('PostgreSQL', postgresStarter(keeper)).started,
    config.REDIS_URL ? undefined : run('Redis', redisStarter(keeper)).started,
    findChromium(config.CHROMIUM_PATH, cacheFolder),
  ])
  stopping.throwIfAborted()

  console.log('Starting the gateway and a render worker …')
  const databaseUrl = postgres?.url ?? config.DATABASE_URL!
  const redisUrl = redis?.url ?? config.REDIS_URL!
  const env = {
    ...withoutFiles(process.env),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    CHROMIUM_PATH: chromium,
  }
  const worker = run('The render worker', () => openWorker(keeper, env))
  const gateway = run('The gateway', (first: Service | undefined) =>
    openGateway(keeper, first ? { ...env, PORT: String(first.port) } : env),
  )
  const [{ port }] = await Promise.all([gateway.started, worker.started])
  return { databaseUrl, redisUrl, baseUrl: `http://${reachable(config.HOST)}:${port}/api/v1` }
}

/** As `Promise.all`, but a fault waits until the others are through, so that whatever they started is known. */
async function allOrFirstFault<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [Key in keyof T]: Awaited<T[Key]> }> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

async function checkPort({ PORT, HOST }: StackSettings): Promise<void> {
  const code = await whyNotFree(PORT, HOST)
  if (code === undefined) return
  if (code !== 'EADDRINUSE') throw new SetupError(`Nothing can listen on ${HOST}:${PORT} (${code}): set HOST or PORT.`)
  throw new SetupError(`Port ${PORT} is taken by another program. Choose another one: PORT=8090 npm start`)
}

/** Starts a server again at the address that its first start gave it. */
type Starter<Started> = (first: Started | undefined) => Promise<Started>

function postgresStarter(keeper: Keeper): Starter<Postgres> {
  const settings = { folder: join(stateFolder, 'postgres'), keeper, onLine: logTo('postgres.log') }
  return (first) => startPostgres({ ...settings, url: first?.url })
}

function redisStarter(keeper: Keeper): Starter<Redis> {
  const settings = { folder: join(stateFolder, 'redis'), keepsData: true, keeper, onLine: logTo('redis.log') }
  return (first) => startRedis({ ...settings, url: first?.url })
}

function openWorker(keeper: Keeper, given: NodeJS.ProcessEnv): Promise<Service> {
  const env = { HEALTH_PORT: '0', ...given }
  return startService({ name: 'render-worker', env, keeper, stopWithinMs: WORKER_STOPS_WITHIN_MS, onLine: console.log })
}

function openGateway(keeper: Keeper, given: NodeJS.ProcessEnv): Promise<Service> {
  const env = { INTERNAL_PORT: '0', SHUTDOWN_DELAY_MS: '0', ...given }
  return startService({ name: 'gateway', env, keeper, stopWithinMs: GATEWAY_STOPS_WITHIN_MS, onLine: console.log })
}

/** What a server says is of interest once something is wrong. */
function logTo(name: string): (line: string) => void {
  const file = createWriteStream(join(stateFolder, name), { mode: 0o600 })
  return (line) => void file.write(`${line}\n`)
}

/** A secret's file that the user named is read already, and must not win over the address that was made of it. */
function withoutFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, DATABASE_URL_FILE: undefined, REDIS_URL_FILE: undefined, CHROMIUM_PATH_FILE: undefined }
}

function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
}
