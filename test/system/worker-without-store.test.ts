import { countWorkers } from '@maps/shared/worker-heartbeats'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReaper } from '../../infra/local/reaper/reaper.ts'
import { type FaultProxy, startFaultProxy, throughProxy } from '../rig/fault-proxy.ts'
import { startTestBucket } from '../rig/s3.ts'
import { showLogsOnFailure } from '../rig/service-logs.ts'
import { baseEnvironment, type ServiceProcess, startServiceProcess } from '../rig/service-process.ts'
import { startSystem, type TestWorkspace } from '../rig/system.ts'
import { shop } from './shop.ts'

const EXPORTS = 12

const parts = new AsyncDisposableStack()
let proxies: Record<'Redis' | 'bucket', FaultProxy>
let redis: Redis
let client: TestWorkspace
/** The worker whose stores can be cut off, beside one whose stores always work. */
let worker: ServiceProcess

beforeAll(async () => {
  const bucket = parts.use(await startTestBucket())
  const system = parts.use(await startSystem({ gatewayEnv: bucket.settings, workerEnv: bucket.settings }))
  const { redisUrl } = system
  redis = parts.adopt(new Redis(redisUrl), (it) => it.disconnect())
  client = await system.createWorkspace({ plan: 'pro' })
  const { BUCKET_URL: bucketUrl } = bucket.settings
  proxies = { Redis: parts.use(await startFaultProxy(redisUrl)), bucket: parts.use(await startFaultProxy(bucketUrl)) }
  const env = {
    ...baseEnvironment(),
    ...bucket.settings,
    BUCKET_URL: throughProxy(bucketUrl, proxies.bucket),
    REDIS_URL: redisUrl,
    ARTIFACT_REDIS_URL: throughProxy(redisUrl, proxies.Redis),
    CHROMIUM_PATH: process.env.CHROMIUM_PATH!,
    HEALTH_PORT: '0',
  }
  const reaper = parts.use(await openReaper())
  worker = parts.adopt(await startServiceProcess('render-worker', env, reaper), async (it) => void (await it.stop()))
  showLogsOnFailure([worker])
})
afterAll(() => parts.disposeAsync())

const countExports = (): number => worker.logs.filter((it) => it.msg === 'export').length
const readState = async (): Promise<unknown> => (await fetch(`${worker.url}/readyz`)).json()
const respondingWorkers = async (): Promise<number> => (await countWorkers(redis)).responding

/** Exports a new map as several pictures at a time. @returns the statuses */
async function exportPictures(): Promise<number[]> {
  const { id } = await client.createMap(shop)
  return Promise.all(
    Array.from({ length: EXPORTS }, async (_, padding) => {
      return (await client.exportMap(id, 'png', { padding: String(padding) })).status
    }),
  )
}

it.for([
  ['Redis', "The files' Redis accepts no writes."],
  ['bucket', 'The bucket takes no files.'],
] as const)(
  'a worker that is cut off from the %s of the files leaves exports to the other one, and says so, until it is back',
  { timeout: 120_000 },
  async ([store, fault]) => {
    await expect.poll(respondingWorkers).toBe(2)
    const before = countExports()
    // A worker that has just begun may be slower than the other.
    await expect.poll(() => exportPictures().then(countExports), { timeout: 60_000 }).toBeGreaterThan(before)

    proxies[store].refuseConnections()
    proxies[store].resetConnections()
    for (let round = 0; round < 3; round++) {
      expect(await exportPictures()).toEqual(Array.from({ length: EXPORTS }, () => 200))
    }
    await expect.poll(readState).toEqual({ status: 'not ready', fault })
    await expect.poll(respondingWorkers).toBe(1)

    await proxies[store].restore()
    await expect.poll(readState, { timeout: 20_000 }).toEqual({ status: 'ok' })
    await expect.poll(respondingWorkers).toBe(2)
    const made = countExports()
    await expect.poll(() => exportPictures().then(countExports), { timeout: 60_000 }).toBeGreaterThan(made)
  },
)
