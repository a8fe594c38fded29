import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiResponse } from '../rig/rest-client.ts'
import { markedMap } from './marked-maps.ts'
import { callTool } from './mcp-calls.ts'
import { readMap } from './map-reads.ts'
import {
  randomGateway,
  record,
  type Recorded,
  type RecordedMap,
  seenInMap,
  seenInTool,
  type Session,
} from './recording.ts'

const NODES = 12
/** Maximum number of attempts of a create with a key. */
const MAX_ATTEMPTS = 4
const RETRY_AFTER_MS = 300

type MapChange = (session: Session, target: RecordedMap) => Promise<void>

/** Creates a map by REST without a key, with a key, or by MCP. */
export async function createMap(session: Session): Promise<void> {
  const number = session.recording.nextNumber++
  const body = { ...markedMap({ map: number, write: number }, NODES), edges: [] }
  const intent = { kind: 'create', map: number, write: number } as const
  const headers = { 'Idempotency-Key': `create-${number}` }
  const post = (options: object) => () =>
    session.api.request('POST', '/maps', { body, gateway: randomGateway(session), ...options })
  const created = await session.random.pick([
    () => record(session, 'create', intent, post({}), seenInMap),
    () => repeat(() => record(session, 'create with a key', intent, post({ headers }), seenInMap)),
    () =>
      record(
        session,
        'create_map',
        intent,
        () => callTool(session.site, randomGateway(session), 'create_map', body),
        seenInTool,
      ),
  ])()
  if (created.id !== undefined) session.recording.maps.push({ map: number, id: created.id, isDeleted: false })
}

/** Sends a create with a key twice at once, and then again until a response has come. */
async function repeat(create: () => Promise<Recorded>): Promise<Recorded> {
  const [first, second] = await Promise.all([create(), create()])
  let last = first.outcome === 'ok' ? first : second
  for (let attempt = 3; last.outcome !== 'ok' && attempt <= MAX_ATTEMPTS; attempt++) {
    await sleep(RETRY_AFTER_MS)
    last = await create()
  }
  return last
}

/** Changes all texts of a map, at the version that was read before. */
const changeAtVersion: MapChange = async (session, target) => {
  const { seen, response } = await readMap(session, target)
  if (seen?.version === undefined) return
  const headers = { 'If-Match': response!.headers.get('etag')! }
  await patch(session, 'PATCH with If-Match', target, { headers, version: seen.version })
}

/** Changes all texts of a map, whatever its version. */
const change: MapChange = (session, target) => patch(session, 'PATCH', target, {})

async function patch(
  session: Session,
  name: string,
  target: RecordedMap,
  { headers = {}, version }: { headers?: Record<string, string>; version?: number },
): Promise<void> {
  const write = session.recording.nextNumber++
  const body = markedMap({ map: target.map, write }, NODES)
  const intent = { kind: 'write', map: target.map, write, ...(version !== undefined && { version }) } as const
  await record(session, name, intent, mapRequest(session, 'PATCH', target, { body, headers }), seenInMap)
}

/** Changes all texts of a map by MCP, at the version that was read before. */
const editMap: MapChange = async (session, target) => {
  const { seen } = await readMap(session, target)
  if (seen?.version === undefined) return
  const { version } = seen
  const write = session.recording.nextNumber++
  const { name, nodes } = markedMap({ map: target.map, write }, NODES)
  const operations = [
    { op: 'set_map', name },
    ...nodes.map(({ id, label }) => ({ op: 'set_node', id, set: { label } })),
  ]
  const input = { id: target.id, version, operations }
  const call = () => callTool(session.site, randomGateway(session), 'edit_map', input)
  await record(session, 'edit_map', { kind: 'write', map: target.map, write, version }, call, seenInTool)
}

/** Opens or closes the public link of a map. */
const share: MapChange = async (session, target) => {
  const isPublic = session.random.below(2) === 0
  const request = mapRequest(session, 'PATCH', target, { body: { isPublic } })
  const name = isPublic ? 'open link' : 'close link'
  const { seen } = await record(session, name, { kind: 'share', map: target.map, isPublic }, request, seenInMap)
  if (seen?.link !== undefined) session.recording.links.push({ map: target.map, link: seen.link })
}

/** Deletes a map, whatever its version. */
const remove: MapChange = async (session, target) => {
  const { outcome } = await record(
    session,
    'DELETE',
    { kind: 'delete', map: target.map },
    mapRequest(session, 'DELETE', target, {}),
  )
  target.isDeleted ||= outcome === 'ok'
}

/** Deletes a map by MCP, at the version that was read before. */
const removeAtVersion: MapChange = async (session, target) => {
  const { seen } = await readMap(session, target)
  if (seen?.version === undefined) return
  const { version } = seen
  const call = () => callTool(session.site, randomGateway(session), 'delete_map', { id: target.id, version })
  const { outcome } = await record(session, 'delete_map', { kind: 'delete', map: target.map, version }, call)
  target.isDeleted ||= outcome === 'ok'
}

/** Tries to change or delete a map with a token that may only read. */
const changeReadOnly: MapChange = async (session, target) => {
  const write = session.recording.nextNumber++
  const reader = { ...session, api: session.readOnly }
  const intent = { kind: 'write', map: target.map, write, isReadOnly: true } as const
  const body = markedMap({ map: target.map, write }, NODES)
  const [method, options] = session.random.pick([['PATCH', { body }] as const, ['DELETE', {}] as const])
  await record(session, 'change, read-only', intent, mapRequest(reader, method, target, options))
}

/** Changes, with their shares of all changes in percent. */
const changes: readonly (readonly [change: MapChange, percent: number])[] = [
  [changeAtVersion, 30],
  [change, 20],
  [editMap, 20],
  [share, 15],
  [remove, 4],
  [removeAtVersion, 4],
  [changeReadOnly, 7],
]

/** Runs a random change of a map. */
export function changeMap(session: Session, target: RecordedMap): Promise<void> {
  const all = changes.flatMap(([run, percent]) => Array.from({ length: percent }, () => run))
  return session.random.pick(all)(session, target)
}

/** Returns a request for a map. The gateway is drawn when it is sent. */
function mapRequest(
  session: Session,
  method: string,
  { id }: RecordedMap,
  options: object,
): () => Promise<ApiResponse> {
  return () => session.api.request(method, `/maps/${id}`, { gateway: randomGateway(session), ...options })
}
