import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openPostgres } from '../../services/gateway/store/postgres.ts'
import {
  bodyBytes,
  changedMap,
  halfBytes,
  type LargestMap,
  largestMap,
  type ShapeName,
  shapeNames,
} from '../maps/largest-maps.ts'
import type { ServiceProcess } from '../rig/service-process.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { type Target, type WorstInput, worstInputs } from '../security/worst-inputs.ts'
import { unthrottledPlans } from './clients.ts'

/** Longest stretch of work on the event loop, in ms of processor time. */
const MAX_STRETCH_MS = 200
/** Number of stretches that the report tells. */
const MOST_TOLD = 5
const GIVE_UP_MS = 1_000
const RESPONSE_WITHIN_MS = 60_000
/** Longer than the interval of the watch, so that a stretch is logged and the next one begins anew. */
const SETTLE_MS = 40

const preload = (file: string): string => `--import=${new URL(file, import.meta.url).href}`
const watch = preload('loop-watch.ts')

/** A workspace of the largest plan, whose exports wait for a worker that never comes. */
interface Rig {
  system: System
  gateway: ServiceProcess
  team: TestWorkspace
  sql: Client
}

async function openRig(nodeOptions: string): Promise<Rig & AsyncDisposable> {
  await using parts = new AsyncDisposableStack()
  const plans = { ...unthrottledPlans, pro: { ...unthrottledPlans.pro, exportsInFlight: 1_000 } }
  const system = parts.use(await startSystem({ workers: 0, plans, gatewayEnv: { NODE_OPTIONS: nodeOptions } }))
  const sql = parts.adopt(openPostgres(system.databaseUrl, { isUnlimited: true }), (it) => it.end())
  const team = await system.createWorkspace({ plan: 'pro' })
  const owned = parts.move()
  return { system, gateway: system.gateways[0]!, team, sql, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

let stored = 0
async function store({ sql, team }: Rig, { nodes, edges }: LargestMap): Promise<{ id: string; shareId: string }> {
  const shareId = String(stored++).padStart(27, '0')
  const [row] = await sql<{ id: string }[]>`
    insert into maps (id, workspace_id, name, is_public, share_id, nodes, edges, created_at, updated_at)
    values (uuidv7(), ${team.id}, 'm', true, ${shareId}, ${JSON.stringify(nodes)}, ${JSON.stringify(edges)}, now(), now())
    returning id`
  return { id: row!.id, shareId }
}

/** Sends an input about a map. @returns its longest stretch in ms */
async function measure({ gateway, team }: Rig, input: WorstInput, target: Target): Promise<number> {
  const { path, headers, ...options } = input.request(target)
  await sleep(SETTLE_MS)
  const before = gateway.logs.length
  const outcome = await fetch(gateway.url + path, {
    ...options,
    redirect: 'manual',
    headers: { Authorization: `Bearer ${team.token}`, 'Accept-Encoding': 'identity', ...headers },
    signal: AbortSignal.timeout(input.outcome === 'given up' ? GIVE_UP_MS : RESPONSE_WITHIN_MS),
  }).then(outcomeOf, (error: Error) => error.name)
  await sleep(SETTLE_MS)
  const place = `${path.slice(0, 60)}, ${target.shape}`
  // Exports that no worker takes are refused with 503 once their workspace, or the readers of its links, have used up their quota.
  if (input.outcome !== 'given up') expect(outcome, place).toMatch(new RegExp(`^${input.outcome} with [1-4]`))
  const stretches = gateway.logs.slice(before).filter((it) => it.msg === 'stretch')
  return Math.max(0, ...stretches.map((it) => Number(it['stretchMs'])))
}

/** Whether a response is a refusal, with its beginning. The status of a failed tool call is 200. */
async function outcomeOf(response: Response): Promise<string> {
  const text = await response.text()
  const isRefusal = response.status >= 400 || /"isError":true|"error":\{"code"/.test(text)
  return `${isRefusal ? 'refused' : 'accepted'} with ${response.status}: ${text.slice(0, 300)}`
}

describe('the largest inputs of the largest plan', () => {
  const maps = new Map<ShapeName, LargestMap>(shapeNames.map((shape) => [shape, largestMap(shape)]))
  const others = new Map<ShapeName, Pick<Target, 'changedId' | 'otherId' | 'halfId'>>()
  /** The longest stretch of each row. */
  const longest: { name: string; ms: number; place: string }[] = []
  let rig: Awaited<ReturnType<typeof openRig>>

  beforeAll(async () => {
    rig = await openRig(watch)
    for (const [index, shape] of shapeNames.entries()) {
      const other = maps.get(shapeNames[(index + 1) % shapeNames.length]!)!
      const changedId = (await store(rig, changedMap(maps.get(shape)!))).id
      const halfId = (await store(rig, largestMap(shape, halfBytes))).id
      others.set(shape, { changedId, otherId: (await store(rig, other)).id, halfId })
    }
    // Connections, prepared statements and compiled code.
    await rig.team.createMap({ name: 'warm-up', ...largestMap('every field', bodyBytes) })
  }, 60_000)
  afterAll(() => rig[Symbol.asyncDispose]())

  it.each(Object.entries(worstInputs))(
    '%s',
    async (name, inputs) => {
      let worst = { ms: 0, place: '' }
      for (const [index, input] of inputs.entries()) {
        for (const shape of input.shapes) {
          const map = maps.get(shape)!
          const copy = await store(rig, map)
          const ms = await measure(rig, input, { shape, map, ...copy, ...others.get(shape)! })
          if (ms > worst.ms) worst = { ms, place: `input ${index}, ${shape}` }
          await rig.sql`delete from maps where id = ${copy.id}`
        }
      }
      longest.push({ name, ...worst })
      expect(worst.ms, worst.place).toBeLessThan(MAX_STRETCH_MS)
    },
    10 * 60_000,
  )

  it('have stretches of these lengths', async ({ annotate }) => {
    const described = longest
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, MOST_TOLD)
      .map(({ name, ms, place }) => `${Math.round(ms)} ms: ${name} (${place})`)
    await annotate(`the longest of ${longest.length} routes and tools: ${described.join('; ')}`, 'measured')
    expect(longest).toHaveLength(Object.keys(worstInputs).length)
  })
})

it('control: a gateway that applies each operation to the whole map stops its event loop', async ({ annotate }) => {
  await using rig = await openRig(`${watch} ${preload('replace-operations.ts')}`)
  const map = largestMap('one hub')
  const copy = await store(rig, map)
  const target: Target = { shape: 'one hub', map, ...copy, changedId: copy.id, otherId: copy.id, halfId: copy.id }
  const ms = await measure(rig, worstInputs['edit_map']![0]!, target)
  await annotate(`stood still for ${Math.round(ms)} ms`, 'measured')
  expect(ms).toBeGreaterThan(MAX_STRETCH_MS)
})
