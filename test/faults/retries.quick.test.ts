import { describe, expect, it } from 'vitest'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { type FaultProxy, startFaultProxy } from '../rig/fault-proxy.ts'
import { times } from './run-size.ts'
import { openFleet } from './fleet.ts'

const rounds = times(2, 20)
const requestsAtOnce = times(200, 1_000)
/** Delay of everything that Postgres sends: time to kill the gateway between the commit and its response. */
const POSTGRES_DELAY_MS = 700

describe('a gateway that is killed after it has stored a map and before it answers', () => {
  it(
    'leaves one map where the POST had an Idempotency-Key, and its retry is told of that one',
    async ({ annotate }) => {
      let proxy!: FaultProxy
      const startPostgresProxy = async (url: string) => (proxy = await startFaultProxy(url))
      await using fleet = await openFleet({ gateways: 2, workers: 0, startPostgresProxy })
      await using parts = new AsyncDisposableStack()
      const sql = parts.adopt(openPostgres(fleet.databaseUrl), (it) => it.end())
      const team = await fleet.createClient()

      /** Creates a map, kills the gateway between commit and response, and retries through another gateway. @returns all ids */
      async function createWithRetry(name: string, headers: Record<string, string>) {
        const readIds = async () =>
          (await sql<{ id: string }[]>`select id from maps where name = ${name}`).map((it) => it.id)
        // Opens connections: the POST has no time to open one under the delay.
        const read = () => team.request('GET', '/maps', { query: { limit: '1' } })
        await Promise.all([read(), read(), read()])
        proxy.delay({ toClient: POSTGRES_DELAY_MS })
        const first = team.request('POST', '/maps', { body: { name }, headers }).catch(() => 'no answer')
        await expect.poll(readIds, { interval: 5, timeout: 10_000 }).toHaveLength(1)
        await fleet.gateways.kill(0)
        await proxy.restore()
        expect(await first).toBe('no answer')
        const retried = await team.request('POST', '/maps', { body: { name }, headers, gateway: 1 })
        await fleet.gateways.replace(0)
        return { retried, ids: await readIds() }
      }

      for (let round = 0; round < rounds; round++) {
        const { retried, ids } = await createWithRetry(`map ${round}`, { 'Idempotency-Key': `key-${round}` })
        expect(retried).toMatchObject({ status: 201, json: { map: { id: ids[0] } } })
        expect(retried.headers.get('idempotent-replayed')).toBe('true')
        expect(ids).toHaveLength(1)
      }
      // The control: without a key, the retry creates a second map.
      expect((await createWithRetry('no key', {})).ids).toHaveLength(2)
      await annotate(
        `${rounds} gateways killed between commit and answer: ${rounds} maps after ${rounds} retries`,
        'measured',
      )
    },
    times(60_000, 240_000),
  )
})

describe('one request that is sent many times at once', () => {
  it('makes one map', async ({ annotate }) => {
    await using fleet = await openFleet({ gateways: 2, workers: 0 })
    const team = await fleet.createClient()
    const headers = { 'Idempotency-Key': 'one' }
    const post = (_: unknown, index: number) =>
      team.request('POST', '/maps', { body: { name: 'one' }, headers, gateway: index % 2 })
    const responses = await Promise.all(Array.from({ length: requestsAtOnce }, post))
    const refused = responses.filter((it) => it.status === 409)
    for (const it of refused) expect(it.headers.get('retry-after')).toBe('1')
    const created = responses.filter((it) => it.status === 201)
    expect(responses.filter((it) => it.status !== 201 && it.status !== 409)).toEqual([])
    expect(created.filter((it) => !it.headers.has('idempotent-replayed'))).toHaveLength(1)
    expect(new Set(created.map((it) => it.text)).size).toBe(1)
    expect(await team.listMaps()).toHaveLength(1)
    await annotate(`${requestsAtOnce} POSTs with one key at once: 1 map, ${refused.length} answered 409`, 'measured')
  })
})
