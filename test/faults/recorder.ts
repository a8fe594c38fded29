import { type ExportFormat, exportFormats } from '@maps/shared/file-formats'
import type { Random } from '../bench/random.ts'
import type { Answer, RestClient } from '../rig/rest-client.ts'
import type { Operation } from './history.ts'
import { type Signature, signatureIn, signatureOf, signedMap } from './signed-maps.ts'

const NODES = 12
/** Of the maps that there are, the youngest are worked on: most of it at the same time. */
const WORKED_ON = 6

/** What all clients of a run share. */
export interface Ledger {
  history: Operation[]
  /** Those whose address is known, in order of their making. */
  maps: { map: number; id: string }[]
  /** Of each write, the first one of a map included. */
  nextNumber: number
}

/** A client that writes down everything it does. */
export interface RecordingClient {
  /** Creates, changes, reads or exports something, as chance has it. */
  act(): Promise<void>
  read(map: Ledger['maps'][number], gateway: number): Promise<Operation>
  exportAs(format: ExportFormat, map: Ledger['maps'][number], gateway: number): Promise<Operation>
}

export function createRecorder(
  client: number,
  team: RestClient,
  gateways: number,
  ledger: Ledger,
  random: Random,
): RecordingClient {
  /** Sends a request, and has what became of it written down. */
  async function record(
    facts: Pick<Operation, 'kind' | 'map' | 'write' | 'version'>,
    request: () => Promise<Answer>,
    learn: (answer: Answer) => Partial<Operation> = () => ({}),
  ): Promise<Operation & { answer?: Answer }> {
    const start = performance.now()
    let isTurnedAway = false
    const answer = await request().catch((error: unknown) => void (isTurnedAway = isConnectionRefused(error)))
    const isDone = answer !== undefined && answer.status < 300
    const isRefused = isTurnedAway || (answer !== undefined && answer.status >= 400 && answer.status < 500)
    const outcome = isDone ? 'ok' : isRefused ? 'refused' : 'unknown'
    const end = outcome === 'unknown' ? Infinity : performance.now()
    const operation: Operation = { client, ...facts, start, end, outcome, ...(isDone && learn(answer)) }
    ledger.history.push(operation)
    return answer ? { ...operation, answer } : operation
  }

  async function create(gateway: number): Promise<void> {
    const number = ledger.nextNumber++
    const body = signedMap({ map: number, write: number }, NODES)
    const made = await record({ kind: 'create', map: number, write: number, version: 1 }, () =>
      team.request('POST', '/maps', { body, gateway }),
    )
    if (made.outcome === 'ok') ledger.maps.push({ map: number, id: made.answer!.json.map.id })
  }

  async function read({ map, id }: Ledger['maps'][number], gateway: number) {
    return record(
      { kind: 'read', map },
      () => team.request('GET', `/maps/${id}`, { gateway }),
      (answer) => ({ seen: signatureIfAny(() => signatureIn(answer.text)), version: versionOf(answer) }),
    )
  }

  async function exportAs(format: ExportFormat, { map, id }: Ledger['maps'][number], gateway: number) {
    return record(
      { kind: 'export', map },
      () => team.request('GET', `/maps/${id}/export/${format}`, { gateway }),
      (answer) => ({ seen: signatureIfAny(() => signatureOf(format, answer.bytes)) }),
    )
  }

  /** Changes the version that it has read, and no other. */
  async function change(target: Ledger['maps'][number], gateway: number): Promise<void> {
    const { answer, version } = await read(target, gateway)
    if (version === undefined) return
    const write = ledger.nextNumber++
    const body = signedMap({ map: target.map, write }, NODES)
    const headers = { 'If-Match': answer!.headers.get('etag')! }
    await record({ kind: 'write', map: target.map, write, version: version + 1 }, () =>
      team.request('PATCH', `/maps/${target.id}`, { body, headers, gateway: random.below(gateways) }),
    )
  }

  async function act(): Promise<void> {
    const gateway = random.below(gateways)
    const deed = random.below(100)
    const youngest = ledger.maps.slice(-WORKED_ON)
    if (deed < 3 || youngest.length < WORKED_ON) return create(gateway)
    const target = random.pick(youngest)
    if (deed < 40) await change(target, gateway)
    else if (deed < 65) await read(target, gateway)
    else await exportAs(random.pick(exportFormats), target, gateway)
  }

  return { act, read, exportAs }
}

/** The service has not heard of such a request. */
function isConnectionRefused(error: unknown): boolean {
  return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'
}

function versionOf(answer: Answer): number {
  return Number(/^"v(\d+)"$/.exec(answer.headers.get('etag') ?? '')?.[1])
}

function signatureIfAny(look: () => Signature): Signature | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
