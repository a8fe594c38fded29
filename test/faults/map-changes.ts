import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiResponse } from '../rig/rest-client.ts'
import { markedMap } from './marked-maps.ts'
import { callTool } from './mcp-calls.ts'
import { readLayout, readMap, readVersion } from './map-reads.ts'
import type { Operation } from './operation.ts'
import { pinnedPositions } from './pinned-positions.ts'
import {
  NODES,
  randomGateway,
  record,
  type Recorded,
  type RecordedMap,
  seenInMap,
  seenInTool,
  type Session,
} from './recording.ts'

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
  const { seen } = await readMap(session, target)
  if (seen?.version === undefined) return
  await patch(session, 'PATCH with If-Match', target, { version: seen.version })
}

/** Changes all texts of a map, whatever its version. */
const change: MapChange = (session, target) => patch(session, 'PATCH', target, {})

/** Gives a map the content of an earlier version, at the version that was read before. */
const restore: MapChange = async (session, target) => {
  const { seen: current } = await readMap(session, target)
  if (current?.version === undefined) return
  const { version } = current
  const { seen: earlier } = await readVersion(session, target, 1 + session.random.below(version))
  if (earlier?.marker) await patch(session, 'PATCH that restores', target, { version, write: earlier.marker.write })
}

/** Changes all texts of a map, with a note or without. @param write number of an earlier write to repeat; by default a new one */
async function patch(
  session: Session,
  name: string,
  target: RecordedMap,
  { version, write = session.recording.nextNumber++ }: { version?: number; write?: number },
): Promise<void> {
  const { map } = target
  const note = randomNote(session, map)
  const intent = {
    kind: 'write',
    map,
    write,
    ...(version !== undefined && { version }),
    ...(note && { note }),
  } as const
  const headers = {
    ...(version !== undefined && { 'If-Match': `"v${version}"` }),
    ...(note && { 'Maps-Note': note }),
  }
  const body = markedMap({ map, write }, NODES)
  await record(session, name, intent, mapRequest(session, 'PATCH', target, { body, headers }), seenInMap)
}

/** A note with the marker of its map, for one of three changes. */
function randomNote({ random, recording }: Session, map: number): string | undefined {
  return random.below(3) === 0 ? markedMap({ map, write: recording.nextNumber++ }, 0).name : undefined
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
  const note = randomNote(session, target.map)
  const input = { id: target.id, version, operations, ...(note && { note }) }
  const call = () => callTool(session.site, randomGateway(session), 'edit_map', input)
  const intent = { kind: 'write', map: target.map, write, version, ...(note && { note }) } as const
  await record(session, 'edit_map', intent, call, seenInTool)
}

/** Pins or unpins the layout of a map. */
const pin: MapChange = (session, target) => setPin(session, target, {})

/** Pins or unpins the layout of a map, in the state that was read before. */
const pinAtState: MapChange = async (session, target) => {
  const { seen, response } = await readLayout(session, target)
  if (seen?.version === undefined || seen.pin === 'mixed') return
  const required = { version: seen.version, replaces: seen.pin! }
  await setPin(session, target, required, { 'If-Match': response!.headers.get('etag')! })
}

async function setPin(
  session: Session,
  target: RecordedMap,
  required: Pick<Operation, 'version' | 'replaces'>,
  headers: Record<string, string> = {},
): Promise<void> {
  const pin = session.random.below(4) === 0 ? null : session.recording.nextNumber++
  const [method, body] = pin === null ? ['DELETE'] : ['PUT', { nodes: pinnedPositions(pin, NODES) }]
  const request = mapRequest(session, method, target, { body, headers }, '/layout')
  await record(session, pin === null ? 'unpin' : 'pin', { kind: 'pin', map: target.map, pin, ...required }, request)
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
  [changeAtVersion, 22],
  [change, 14],
  [editMap, 14],
  [restore, 10],
  [share, 13],
  [pin, 8],
  [pinAtState, 4],
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
  path = '',
): () => Promise<ApiResponse> {
  return () => session.api.request(method, `/maps/${id}${path}`, { gateway: randomGateway(session), ...options })
}
