import { exportFormats } from '@maps/shared/file-formats'
import { createHttpClient, type HttpClient } from '../bench/http.ts'
import { runConcurrently } from '../bench/run-concurrently.ts'
import { markedMap } from './marked-maps.ts'

const CLIENTS = 6
const NODES = 12
const ABORT_AFTER_MS = 15

/** The API to send requests to, and the token of the requests. */
export interface Target {
  /** Base address of the API. */
  baseUrl: string
  token: string
}

type Session = (client: HttpClient, number: number, target: Target) => Promise<number[]>

/** Creates a map, runs `work` on it, and deletes it. @returns all statuses */
async function withMap(client: HttpClient, number: number, work: (path: string) => Promise<number[]>) {
  const created = await client.send('POST', '/maps', markedMap({ map: number, write: 1 }, NODES))
  const path = `/maps/${(JSON.parse(created.body.toString()) as { map: { id: string } }).map.id}`
  const statuses = await work(path)
  return [created.status, ...statuses, (await client.send('DELETE', path)).status]
}

const statusOf = async (client: HttpClient, ...request: Parameters<HttpClient['send']>): Promise<number> =>
  (await client.send(...request)).status

const exportMap: Session = (client, number) =>
  withMap(client, number, async (path) => {
    const format = exportFormats[number % exportFormats.length]!
    return [await statusOf(client, 'GET', `${path}/export/${format}`)]
  })

const editMap: Session = (client, number) =>
  withMap(client, number, async (path) => [
    await statusOf(client, 'PATCH', path, { name: 'another' }),
    await statusOf(client, 'GET', path),
    await statusOf(client, 'GET', '/maps?limit=5'),
  ])

const sendInvalid: Session = async (client) => [
  await statusOf(client, 'GET', '/maps/00000000-0000-7000-8000-000000000000'),
  await statusOf(client, 'POST', '/maps', { nodes: 'none' }),
  await statusOf(client, 'GET', '/maps/x/export/pdf'),
]

const disconnect: Session = (client, number, { baseUrl, token }) =>
  withMap(client, number, async (path) => {
    const signal = AbortSignal.timeout(ABORT_AFTER_MS)
    const headers = { Authorization: `Bearer ${token}` }
    await fetch(`${baseUrl}${path}/export/png`, { headers, signal }).catch(() => {})
    return []
  })

const sessions = [exportMap, editMap, exportMap, sendInvalid, exportMap, disconnect]

/** Runs sessions of all kinds, a few at a time. @returns the status of each response */
export async function runSessions(target: Target, count: number, firstNumber: number): Promise<number[]> {
  const client = createHttpClient(target.baseUrl, target.token)
  try {
    const numbers = Array.from({ length: count }, (_, index) => firstNumber + index)
    const run = (number: number) => sessions[number % sessions.length]!(client, Math.floor(number / 2), target)
    return (await runConcurrently(numbers, CLIENTS, run)).flat()
  } finally {
    client.close()
  }
}
