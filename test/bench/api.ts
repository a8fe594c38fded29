/**
 * Benchmarks the gateway's overhead: sends the same requests to the gateway and to a bare Express server that runs the same SQL
 * with postgres.js. Prints rates, their ratio and the ratio of 99th percentiles; targets are for maps of 50 nodes.
 * `npm run bench:api -- [--quick] [--sizes 5,50]`
 */
import { deepStrictEqual } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { defaultPlans } from '@maps/shared/plans'
import autocannon from 'autocannon'
import { hashToken, newToken } from '../../services/gateway/auth/token.ts'
import { createMapStore } from '../../services/gateway/store/maps.ts'
import { createTokenStore } from '../../services/gateway/store/tokens.ts'
import { createWorkspaceStore } from '../../services/gateway/store/workspaces.ts'
import { type Backend, openBackend, type Server, type ServerName, startServerProcess } from './api/servers.ts'
import { machineLine } from './machine.ts'
import { generateMap } from './maps.ts'
import { parseWholeNumber } from './options.ts'
import { median, rangeText } from './statistics.ts'

const MIN_RATE_RATIO = { GET: 0.55, list: 0.65, POST: 0.65, PATCH: 0.65 }
const MAX_P99_RATIO = 2
const TARGET_NODES = 50
const CONNECTIONS = [1, 16, 64]
const P99_CONNECTIONS = 64
/** Maps of a workspace: the length of a list, and enough for each connection to change a row of its own. */
const MAPS = 100
const SEED = 20_261_121
/** Wait for the queries of requests that autocannon cut off. */
const SETTLE_MS = 300

type Operation = keyof typeof MIN_RATE_RATIO
const operations = Object.keys(MIN_RATE_RATIO) as Operation[]

/** A workspace with maps of one size, and the headers that name it to each server. */
interface Workspace {
  id: string
  nodes: number
  mapIds: string[]
  headers: Record<ServerName, Record<string, string>>
}

/** Requests per second, and the 99th percentile of their times in ms. */
interface Figures {
  rate: number
  p99: number
}

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, sizes: { type: 'string', default: String(TARGET_NODES) } },
})
const effort = values.quick ? { rounds: 3, seconds: 0.7, warmUp: 2 } : { rounds: 5, seconds: 2, warmUp: 15 }

const sizes = values.sizes.split(',').map((size) => parseWholeNumber('--sizes', size))

await using backend = await openBackend()
console.log(machineLine())
for (const size of sizes) await compare(size)

async function compare(nodes: number): Promise<void> {
  const workspace = await createWorkspace(backend, nodes)
  await using gateway = await startServerProcess('gateway', backend)
  await using bare = await startServerProcess('bare', backend)
  await assertSameReads(workspace, gateway, bare)
  for (const operation of operations) {
    for (const server of [gateway, bare]) await load(server, operation, workspace, 8, effort.warmUp)
  }
  console.log(`\nMaps of ${nodes} nodes     gateway/s   bare/s   ratio (range)        p99 ratio`)
  for (const operation of operations) {
    for (const connections of CONNECTIONS) {
      const rounds: Record<ServerName, Figures>[] = []
      for (let round = 0; round < effort.rounds; round++) {
        const figures = {} as Record<ServerName, Figures>
        for (const server of round % 2 === 0 ? [gateway, bare] : [bare, gateway]) {
          figures[server.name] = await load(server, operation, workspace, connections, effort.seconds)
        }
        rounds.push(figures)
        await deleteNewMaps(workspace)
      }
      console.log(rowOf(operation, connections, nodes, rounds))
    }
  }
}

/** @throws AssertionError where the servers return different bodies for the same maps */
async function assertSameReads(workspace: Workspace, gateway: Server, bare: Server): Promise<void> {
  for (const operation of ['GET', 'list'] as const) {
    const [ours, plain] = await Promise.all(
      [gateway, bare].map(async ({ name, url }): Promise<unknown> => {
        const { path, headers } = requestOf(operation, workspace, name, 0)
        return (await fetch(url + path, { headers })).json()
      }),
    )
    deepStrictEqual(ours, plain, `${operation} of ${workspace.nodes} nodes`)
  }
}

/** Sends requests for `seconds` seconds. @throws Error for a response without success */
async function load(
  { name, url }: Server,
  operation: Operation,
  workspace: Workspace,
  connections: number,
  seconds: number,
): Promise<Figures> {
  let opened = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 60,
    // Each connection has a map of its own, so that no two change the same row.
    setupClient: (client) => client.setRequests([requestOf(operation, workspace, name, opened++ % MAPS)]),
  })
  if (result.errors > 0 || result.non2xx > 0 || result['2xx'] === 0) {
    throw new Error(`${name}, ${operation}: ${result.errors} errors, ${result.non2xx} refused, ${result['2xx']} done`)
  }
  await sleep(SETTLE_MS)
  return { rate: result['2xx'] / result.duration, p99: result.latency.p99 }
}

function requestOf(operation: Operation, { nodes, mapIds, headers }: Workspace, server: ServerName, index: number) {
  const path = operation === 'list' || operation === 'POST' ? '/api/v1/maps' : `/api/v1/maps/${mapIds[index]}`
  if (operation === 'GET' || operation === 'list') return { method: 'GET' as const, path, headers: headers[server] }
  const json = { ...headers[server], 'Content-Type': 'application/json' }
  return { method: operation, path, headers: json, body: JSON.stringify(contentOf(nodes, index)) }
}

function rowOf(
  operation: Operation,
  connections: number,
  nodes: number,
  rounds: readonly Record<ServerName, Figures>[],
): string {
  const rates = rounds.map(({ gateway, bare }) => gateway.rate / bare.rate)
  const p99s = rounds.map(({ gateway, bare }) => gateway.p99 / bare.p99)
  const rate = median(rates)
  const p99 = median(p99s)
  const medianRate = (name: ServerName): string => Math.round(median(rounds.map((it) => it[name].rate))).toString()
  const isMet = rate >= MIN_RATE_RATIO[operation] && (connections < P99_CONNECTIONS || p99 <= MAX_P99_RATIO)
  const title = `${operation.padEnd(5)} over ${String(connections).padStart(2)} connections`
  const verdict = nodes === TARGET_NODES ? `${isMet ? 'met' : 'MISSED'}: at least ${MIN_RATE_RATIO[operation]}` : ''
  return [
    title.padEnd(24),
    medianRate('gateway').padStart(6),
    medianRate('bare').padStart(8),
    `  ${rate.toFixed(2)} ${rangeText(rates)}`.padEnd(24),
    p99.toFixed(2),
    ` ${verdict}`,
  ].join(' ')
}

async function createWorkspace({ sql }: Backend, nodes: number): Promise<Workspace> {
  const name = `maps-of-${nodes}`
  const { id } = (await createWorkspaceStore(sql).create(name, 'pro'))!
  const token = newToken()
  const record = { workspace: name, name: 'bench', hash: hashToken(token), lastFour: token.slice(-4) }
  await createTokenStore(sql).create({ ...record, expiresAt: undefined })
  const maps = createMapStore(sql)
  const mapIds: string[] = []
  for (let index = 0; index < MAPS; index++) {
    const outcome = await maps.create(id, { ...contentOf(nodes, index), isPublic: false }, defaultPlans.pro)
    if (typeof outcome === 'string') throw new Error(outcome)
    mapIds.push(outcome.map.id)
  }
  const headers = { gateway: { Authorization: `Bearer ${token}` }, bare: { 'X-Workspace': id } }
  return { id, nodes, mapIds, headers }
}

/** Resets the table, so that every round starts with the same rows. */
async function deleteNewMaps({ id, mapIds }: Workspace): Promise<void> {
  await backend.sql`delete from maps where workspace_id = ${id} and id <> all (${`{${mapIds.join(',')}}`}::uuid[])`
  await backend.sql`vacuum analyze maps`
}

/** The body of a request for the map with that number. */
function contentOf(nodes: number, index: number) {
  const { name, nodes: services, edges } = generateMap({ family: 'placed', nodes, index, seed: SEED })
  return { name, nodes: services, edges }
}
