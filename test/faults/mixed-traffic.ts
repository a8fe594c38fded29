import { exportFormats } from '@maps/shared/file-formats'
import { createHttpClient, type HttpClient } from '../bench/http.ts'
import { inFlight } from '../bench/in-flight.ts'
import { signedMap } from './signed-maps.ts'

const CLIENTS = 6
const NODES = 12
const STAYS_MS = 15

/** Where the traffic goes, and on whose behalf. */
export interface Destination {
  /** Base address of the API. */
  base: string
  token: string
}

type Session = (client: HttpClient, number: number, destination: Destination) => Promise<number[]>

/** Makes a map, does something with it, and deletes it. */
async function withMap(client: HttpClient, number: number, work: (path: string) => Promise<number[]>) {
  const made = await client.send('POST', '/maps', signedMap({ map: number, write: 1 }, NODES))
  const path = `/maps/${(JSON.parse(made.body.toString()) as { map: { id: string } }).map.id}`
  const done = await work(path)
  return [made.status, ...done, (await client.send('DELETE', path)).status]
}

const statusOf = async (client: HttpClient, ...request: Parameters<HttpClient['send']>): Promise<number> =>
  (await client.send(...request)).status

const exporting: Session = (client, number) =>
  withMap(client, number, async (path) => {
    const format = exportFormats[number % exportFormats.length]!
    return [await statusOf(client, 'GET', `${path}/export/${format}`)]
  })

const editing: Session = (client, number) =>
  withMap(client, number, async (path) => [
    await statusOf(client, 'PATCH', path, { name: 'another' }),
    await statusOf(client, 'GET', path),
    await statusOf(client, 'GET', '/maps?limit=5'),
  ])

const refused: Session = async (client) => [
  await statusOf(client, 'GET', '/maps/00000000-0000-7000-8000-000000000000'),
  await statusOf(client, 'POST', '/maps', { nodes: 'none' }),
  await statusOf(client, 'GET', '/maps/x/export/pdf'),
]

const leaving: Session = (client, number, { base, token }) =>
  withMap(client, number, async (path) => {
    const signal = AbortSignal.timeout(STAYS_MS)
    const headers = { Authorization: `Bearer ${token}` }
    await fetch(`${base}${path}/export/png`, { headers, signal }).catch(() => {})
    return []
  })

const sessions = [exporting, editing, exporting, refused, exporting, leaving]

/** So many sessions of all kinds, a few at a time. Answers the statuses of all answers. */
export async function runSessions(destination: Destination, count: number, firstNumber: number): Promise<number[]> {
  const client = createHttpClient(destination.base, destination.token)
  try {
    const numbers = Array.from({ length: count }, (_, index) => firstNumber + index)
    return (
      await inFlight(numbers, CLIENTS, (it) => sessions[it % sessions.length]!(client, Math.floor(it / 2), destination))
    ).flat()
  } finally {
    client.close()
  }
}
