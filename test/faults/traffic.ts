import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ExportFormat, exportFormats } from '@maps/shared/file-formats'
import { expect } from 'vitest'
import { readPngMap } from '../../services/gateway/http/png-map.ts'
import type { Answer, RequestOptions, RestClient } from '../rig/rest-client.ts'

export interface Outcome {
  what: string
  status: number
  ms: number
  headers: Headers
  detail: string
}

/** What clients were answered while they went on and on. */
export interface Traffic {
  stop(): Promise<Outcome[]>
}

const PAUSE_MS = 20

type Round = (told: Outcome[]) => Promise<void>

function goOn(round: Round, clients: number): Traffic {
  const told: Outcome[] = []
  const over = new AbortController()
  const all = Array.from({ length: clients }, async () => {
    while (!over.signal.aborted) {
      await round(told)
      await sleep(PAUSE_MS)
    }
  })
  const ended = Promise.all(all)
  // A client that was not answered at all is told of by stop().
  ended.catch(() => {})
  return {
    async stop() {
      over.abort()
      await ended
      return told
    },
  }
}

async function ask(
  told: Outcome[],
  client: RestClient,
  method: string,
  path: string,
  options?: RequestOptions,
): Promise<Answer> {
  const started = performance.now()
  const answer = await client.request(method, path, options)
  const { status, headers } = answer
  const detail = status < 300 ? '' : answer.text.slice(0, 200)
  told.push({ what: `${method} ${path}`, status, headers, detail, ms: performance.now() - started })
  return answer
}

/** Clients that create, read, change, list and delete maps. What was acknowledged must be there. */
export function useMaps(client: RestClient, clients = 2): Traffic {
  return goOn(async (told) => {
    const name = newName()
    const created = await ask(told, client, 'POST', '/maps', { body: { name, nodes: [{ id: 'a' }] } })
    await ask(told, client, 'GET', '/maps', { query: { limit: '5' } })
    if (created.status !== 201) return
    const path = `/maps/${created.json.map.id}`
    const read = await ask(told, client, 'GET', path)
    if (read.status < 500) expect(read.json.map.name).toBe(name)
    const changed = await ask(told, client, 'PATCH', path, { body: { name: `${name} 2` } })
    const removed = await ask(told, client, 'DELETE', path)
    if (changed.status < 500 && removed.status < 500) expect(removed.status).toBe(200)
  }, clients)
}

/** Clients that each make a map and ask for a file of it. */
export function exportMaps(client: RestClient, clients = 4): Traffic {
  let next = 0
  return goOn(async (told) => {
    const format = exportFormats[next++ % exportFormats.length]!
    const { id, name } = await client.createMap({ name: newName(), nodes: [{ id: 'a' }, { id: 'b' }] })
    const answer = await ask(told, client, 'GET', `/maps/${id}/export/${format}`)
    if (answer.status === 200) await checkOwner(format, answer, name)
  }, clients)
}

const NAME = /map-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

function newName(): string {
  return `map-${randomUUID()}`
}

/** @throws where a file tells of any other map than the one of this name */
export async function checkOwner(format: ExportFormat, file: Pick<Answer, 'bytes' | 'text'>, name: string) {
  const text = format === 'png' ? (await readPngMap(once(file.bytes))).toString() : file.text
  expect([...new Set(text.match(NAME))]).toEqual([name])
}

async function* once(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes
}

export interface Verdict {
  count: number
  unavailable: number
  medianMs: number
  longestMs: number
}

/** @throws where an answer is neither a success nor a 503 that says when to come back */
export function judge(outcomes: readonly Outcome[]): Verdict {
  const unavailable = outcomes.filter((it) => it.status === 503)
  for (const { what, status, detail } of outcomes) {
    if (status !== 503) expect(status, `${what}: ${detail}`).toBeLessThan(300)
  }
  for (const { headers } of unavailable) expect(headers.get('retry-after') ?? 'never').toMatch(/^[1-9]\d?$/)
  const times = outcomes.map((it) => Math.round(it.ms)).toSorted((a, b) => a - b)
  return {
    count: outcomes.length,
    unavailable: unavailable.length,
    medianMs: times[times.length >> 1] ?? 0,
    longestMs: times.at(-1) ?? 0,
  }
}
