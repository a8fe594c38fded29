import { createLogger } from '@maps/shared/logger'
import { defaultPlans } from '@maps/shared/plans'
import express from 'express'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Exporter } from '../exports/exporter.ts'
import { MAX_MAP_BYTES } from '../http/body.ts'
import { createHeldBytes } from '../http/held-bytes.ts'
import { setRequestState, stateOf } from '../http/request-state.ts'
import type { MapStore } from '../store/maps.ts'
import type { ReadOutcome } from '../store/read-within.ts'
import type { StoredMap } from '../store/stored-map.ts'
import { MCP_PATH, mcpRoutes } from './mcp-route.ts'

const MEGABYTE = 1024 ** 2
const id = randomUUID()

/** A map of so many bytes, by default 1 MiB, whose content a tool holds twice. */
function createMap(bytes = MEGABYTE): StoredMap {
  const nodes = '[{"id":"a"}]'.padEnd(bytes)
  const at = new Date(0)
  const dates = { createdAt: at, updatedAt: at }
  return { id, workspaceId: 'w', name: 'm', isPublic: true, shareId: 's', nodes, edges: '[]', version: 2, ...dates }
}

/** A store of one map of so many bytes, which takes a while to read. It counts the reads at a time. */
function createStore(bytes?: number) {
  let reading = 0
  const counts = { most: 0 }
  const get = async (_workspaceId: string, _id: string, maxBytes: number): Promise<ReadOutcome> => {
    const map = createMap(bytes)
    if (map.nodes.length > maxBytes) return { neededBytes: map.nodes.length }
    counts.most = Math.max(counts.most, ++reading)
    await sleep(20)
    reading--
    return map
  }
  const getRevision = async (workspaceId: string, id: string, _version: number, maxBytes: number) =>
    get(workspaceId, id, maxBytes)
  const change = async () => ({ map: createMap() })
  return { maps: { get, getRevision, change } as unknown as MapStore, counts }
}

/** Opens a gateway of one workspace with a ledger of this size. */
async function openGateway(maps: MapStore, total: number) {
  const ledger = createHeldBytes({ total, perClient: total, forSmallClients: 0 })
  /** Bytes that requests held when their tools made the results. */
  const held: number[] = []
  const shareUrl = (): string => {
    held.push(total - ledger.roomFor('w'))
    return 'http://x/share'
  }
  const services = { maps, exporter: {} as Exporter, apiUrl: 'http://x/api/v1', shareUrl }
  const log = createLogger('test', 'silent')
  const server = express()
    .use(setRequestState(ledger), (_request, response, next) => {
      const { pro: plan } = defaultPlans
      stateOf(response).caller = { tokenId: 't', workspaceId: 'w', isReadOnly: false, planName: 'pro', plan }
      next()
    })
    .use(mcpRoutes({ ...services, log, build: 'b', onToolDone() {} }))
    .listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = async (method: string, params: object): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}${MCP_PATH}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return response.text()
  }
  return { ledger, held, send, [Symbol.dispose]: () => void server.close() }
}

const call = (name: string, input: object) => ['tools/call', { name, arguments: input }] as const

it.each([
  ['get_map', 2, call('get_map', { id })],
  ['get_map since a version', 4, call('get_map', { id, since: 1 })],
  ['compare_maps', 4, call('compare_maps', { from: id, to: id })],
  ['edit_map', 2, call('edit_map', { id, version: 2, operations: [{ op: 'remove_node', id: 'a' }] })],
] as const)('%s holds what it reads until it has its result', async (_, megabytes, [method, params]) => {
  using gateway = await openGateway(createStore().maps, 64 * MEGABYTE)
  expect(await gateway.send(method, params)).not.toContain('isError')
  expect(gateway.held[0]).toBeGreaterThanOrEqual(megabytes * MEGABYTE)
  await expect.poll(() => gateway.ledger.roomFor('w')).toBe(64 * MEGABYTE)
})

it('reads a map that has grown beyond its bodies when it was stored', async () => {
  using gateway = await openGateway(createStore(MAX_MAP_BYTES + 500_000).maps, 32 * MEGABYTE)
  expect(await gateway.send(...call('get_map', { id }))).not.toContain('isError')
})

it.each([
  [64, 0],
  [128, 1],
])('writes a map only with room for the answer: with %i KiB, %i maps', async (kilobytes, count) => {
  const { maps } = createStore()
  let created = 0
  maps.create = async () => ({ map: createMap(++created), isReplayed: false })
  using gateway = await openGateway(maps, kilobytes * 1_024)
  const text = await gateway.send(...call('create_map', { name: 'm' }))
  expect([created, text.includes('Too many bytes')]).toEqual([count, count === 0])
})

it('reads as many large maps at a time as there is room for, and the others after them', async () => {
  const { maps, counts } = createStore()
  using gateway = await openGateway(maps, 5 * MEGABYTE)
  const texts = await Promise.all(Array.from({ length: 6 }, () => gateway.send(...call('get_map', { id }))))
  expect(texts.filter((it) => it.includes('isError'))).toEqual([])
  expect(counts.most).toBeLessThanOrEqual(2)
})
