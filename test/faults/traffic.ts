import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportFormats } from '@maps/shared/file-formats'
import { expect } from 'vitest'
import type { Answer, RequestOptions, RestClient } from '../rig/rest-client.ts'
import { signedMap, whatIsWrong } from './signed-maps.ts'

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
/** Of maps that are told apart by a number by chance. */
export const MAX_MAP = 2 ** 40

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
    const name = `map ${randomUUID()}`
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
    const map = randomInt(MAX_MAP)
    const { id } = await client.createMap(signedMap({ map, write: 1 }, 2))
    const answer = await ask(told, client, 'GET', `/maps/${id}/export/${format}`)
    if (answer.status === 200) expect(whatIsWrong(map, format, answer)).toBeUndefined()
  }, clients)
}

export interface Verdict {
  count: number
  unavailable: number
  longestMs: number
}

/** @throws where an answer is neither a success nor a 503 that says when to come back */
export function judge(outcomes: readonly Outcome[]): Verdict {
  const unavailable = outcomes.filter((it) => it.status === 503)
  for (const { what, status, detail } of outcomes) {
    if (status !== 503) expect(status, `${what}: ${detail}`).toBeLessThan(300)
  }
  for (const { headers } of unavailable) expect(headers.get('retry-after') ?? 'never').toMatch(/^[1-9]\d?$/)
  const longestMs = Math.round(Math.max(0, ...outcomes.map((it) => it.ms)))
  return { count: outcomes.length, unavailable: unavailable.length, longestMs }
}
