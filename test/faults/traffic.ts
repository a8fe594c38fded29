import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportFormats } from '@maps/shared/file-formats'
import { expect } from 'vitest'
import type { ApiResponse, RequestOptions, RestClient } from '../rig/rest-client.ts'
import { markedMap, exportError } from './marked-maps.ts'

/** The result of one request. */
export interface RequestResult {
  /** Method and path. */
  request: string
  status: number
  ms: number
  headers: Headers
  /** Start of an error response. */
  detail: string
}

const PAUSE_MS = 20
/** Upper bound of the random numbers in map markers. */
export const MAX_MAP = 2 ** 40

/** Starts clients that each run rounds of requests in a loop. */
function startTraffic(runRound: (results: RequestResult[]) => Promise<void>, clients: number) {
  const results: RequestResult[] = []
  const aborter = new AbortController()
  const runClient = async () => {
    while (!aborter.signal.aborted) {
      await runRound(results)
      await sleep(PAUSE_MS)
    }
  }
  const ended = Promise.all(Array.from({ length: clients }, runClient))
  // stop() rejects instead.
  ended.catch(() => {})
  return {
    /** Stops the clients. @returns the results of all requests; rejects if a client failed */
    async stop() {
      aborter.abort()
      await ended
      return results
    },
  }
}

/** Sends a request and adds its result to `results`. */
async function send(
  results: RequestResult[],
  client: RestClient,
  method: string,
  path: string,
  options?: RequestOptions,
): Promise<ApiResponse> {
  const started = performance.now()
  const response = await client.request(method, path, options)
  const { status, headers } = response
  const detail = status < 300 ? '' : response.text.slice(0, 200)
  results.push({ request: `${method} ${path}`, status, headers, detail, ms: performance.now() - started })
  return response
}

/** Starts clients that create, list, read, change and delete maps. A read must show the acknowledged map. */
export function startMapTraffic(client: RestClient, clients = 2) {
  return startTraffic(async (results) => {
    const name = `map ${randomUUID()}`
    const created = await send(results, client, 'POST', '/maps', { body: { name, nodes: [{ id: 'a' }] } })
    await send(results, client, 'GET', '/maps', { query: { limit: '5' } })
    if (created.status !== 201) return
    const path = `/maps/${created.json.map.id}`
    const read = await send(results, client, 'GET', path)
    if (read.status < 500) expect(read.json.map.name).toBe(name)
    const changed = await send(results, client, 'PATCH', path, { body: { name: `${name} 2` } })
    const removed = await send(results, client, 'DELETE', path)
    if (changed.status < 500 && removed.status < 500) expect(removed.status).toBe(200)
  }, clients)
}

/** Starts clients that create maps and export each once. */
export function startExportTraffic(client: RestClient, clients = 4) {
  let next = 0
  return startTraffic(async (results) => {
    const format = exportFormats[next++ % exportFormats.length]!
    const map = randomInt(MAX_MAP)
    const { id } = await client.createMap(markedMap({ map, write: 1 }, 2))
    const response = await send(results, client, 'GET', `/maps/${id}/export/${format}`)
    if (response.status === 200) expect(exportError(map, format, response)).toBeUndefined()
  }, clients)
}

/** Figures of the results of requests. */
export interface TrafficSummary {
  count: number
  /** Responses with status 503. */
  unavailable: number
  longestMs: number
}

/** Summarizes results. @throws if a response is neither a success nor a 503 with `Retry-After` */
export function checkResults(results: readonly RequestResult[]): TrafficSummary {
  const unavailable = results.filter((it) => it.status === 503)
  for (const { request, status, detail } of results) {
    if (status !== 503) expect(status, `${request}: ${detail}`).toBeLessThan(300)
  }
  for (const { headers } of unavailable) expect(headers.get('retry-after') ?? 'never').toMatch(/^[1-9]\d?$/)
  const longestMs = Math.round(Math.max(0, ...results.map((it) => it.ms)))
  return { count: results.length, unavailable: unavailable.length, longestMs }
}
