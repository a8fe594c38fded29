import { type ExportFormat, exportFormats } from '@maps/shared/file-formats'
import type { Random } from '../bench/random.ts'
import type { ApiResponse, RestClient } from '../rig/rest-client.ts'
import type { Operation } from './history.ts'
import { type Marker, markerIn, markerOf, markedMap } from './marked-maps.ts'

const NODES = 12
/** Clients use only the newest maps, so that most operations on a map are concurrent. */
const WORKING_SET_SIZE = 6

/** The operations and maps of all clients in a run. */
export interface Recording {
  history: Operation[]
  /** Maps whose creation was acknowledged, in this order, with their ids in the API. */
  maps: { map: number; id: string }[]
  /** Number of the next create or write. */
  nextNumber: number
}

/** A client that records its operations. */
export interface RecordingClient {
  /** Creates, changes, reads or exports a random map. */
  runRandomOperation(): Promise<void>
  read(map: Recording['maps'][number], gateway: number): Promise<Operation>
  exportAs(format: ExportFormat, map: Recording['maps'][number], gateway: number): Promise<Operation>
}

/** Creates a client that adds its operations to `recording`. */
export function createRecorder(
  client: number,
  team: RestClient,
  gateways: number,
  recording: Recording,
  random: Random,
): RecordingClient {
  /** Sends a request and records it as an operation. */
  async function record(
    intent: Pick<Operation, 'kind' | 'map' | 'write' | 'version'>,
    request: () => Promise<ApiResponse>,
    observe: (response: ApiResponse) => Partial<Operation> = () => ({}),
  ): Promise<Operation & { response?: ApiResponse }> {
    const start = performance.now()
    let isUnsent = false
    const response = await request().catch((error: unknown) => void (isUnsent = isConnectionRefused(error)))
    const isDone = response !== undefined && response.status < 300
    const isRefused = isUnsent || (response !== undefined && response.status >= 400 && response.status < 500)
    const outcome = isDone ? 'ok' : isRefused ? 'refused' : 'unknown'
    const end = outcome === 'unknown' ? Infinity : performance.now()
    const operation: Operation = { client, ...intent, start, end, outcome, ...(isDone && observe(response)) }
    recording.history.push(operation)
    return response ? { ...operation, response } : operation
  }

  async function create(gateway: number): Promise<void> {
    const number = recording.nextNumber++
    const body = markedMap({ map: number, write: number }, NODES)
    const created = await record({ kind: 'create', map: number, write: number, version: 1 }, () =>
      team.request('POST', '/maps', { body, gateway }),
    )
    if (created.outcome === 'ok') recording.maps.push({ map: number, id: created.response!.json.map.id })
  }

  async function read({ map, id }: Recording['maps'][number], gateway: number) {
    return record(
      { kind: 'read', map },
      () => team.request('GET', `/maps/${id}`, { gateway }),
      (response) => ({ seen: tryReadMarker(() => markerIn(response.text)), version: versionOf(response) }),
    )
  }

  async function exportAs(format: ExportFormat, { map, id }: Recording['maps'][number], gateway: number) {
    return record(
      { kind: 'export', map },
      () => team.request('GET', `/maps/${id}/export/${format}`, { gateway }),
      ({ bytes }) => ({ seen: tryReadMarker(() => markerOf(format, bytes)) }),
    )
  }

  /** Reads a map and changes it on condition of the version that was read (`If-Match`). */
  async function change(target: Recording['maps'][number], gateway: number): Promise<void> {
    const { response, version } = await read(target, gateway)
    if (version === undefined) return
    const write = recording.nextNumber++
    const body = markedMap({ map: target.map, write }, NODES)
    const headers = { 'If-Match': response!.headers.get('etag')! }
    await record({ kind: 'write', map: target.map, write, version: version + 1 }, () =>
      team.request('PATCH', `/maps/${target.id}`, { body, headers, gateway: random.below(gateways) }),
    )
  }

  async function runRandomOperation(): Promise<void> {
    const gateway = random.below(gateways)
    const percent = random.below(100)
    const workingSet = recording.maps.slice(-WORKING_SET_SIZE)
    if (percent < 3 || workingSet.length < WORKING_SET_SIZE) return create(gateway)
    const target = random.pick(workingSet)
    if (percent < 40) await change(target, gateway)
    else if (percent < 65) await read(target, gateway)
    else await exportAs(random.pick(exportFormats), target, gateway)
  }

  return { runRandomOperation, read, exportAs }
}

/** Whether the gateway cannot have received the request. */
function isConnectionRefused(error: unknown): boolean {
  return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'
}

function versionOf({ headers }: ApiResponse): number {
  return Number(/^"v(\d+)"$/.exec(headers.get('etag') ?? '')?.[1])
}

function tryReadMarker(readMarker: () => Marker): Marker | undefined {
  try {
    return readMarker()
  } catch {
    return undefined
  }
}
