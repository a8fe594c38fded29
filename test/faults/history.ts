import type { Signature } from './signed-maps.ts'

/** What a client did to a map, with times of one clock in ms. */
export interface Operation {
  client: number
  kind: 'create' | 'write' | 'read' | 'export'
  map: number
  start: number
  /** Infinity where no answer came: it may happen at any time from its start, or never. */
  end: number
  /** `refused` is an answer that says that nothing was done. */
  outcome: 'ok' | 'refused' | 'unknown'
  /** Of a create or a write: its own number. */
  write?: number
  /** Of a create or a write what the map's version is when it is done; of a read what the answer said. */
  version?: number
  /** What the answer showed; undefined where it did not show one whole map. */
  seen?: Signature | undefined
}

export interface Fault {
  kind:
    | 'foreign answer'
    | 'mixed answer'
    | 'never written'
    | 'refused write done'
    | 'wrong version'
    | 'lost write'
    | 'stale read'
    | 'stale file'
  operation: Operation
  /** What it contradicts. */
  because?: Operation
}

/** An operation that shows which version a map had at some moment between its start and its end. */
interface Observation {
  operation: Operation
  version: number
}

/**
 * What cannot be explained by a map that changes at one moment of each write, between its start and its end, and is read
 * at one moment of each read. Writes name the version they change, so that each has a version of its own.
 */
export function findFaults(history: readonly Operation[]): Fault[] {
  const writes = new Map(history.flatMap((it) => (it.write === undefined ? [] : [[it.write, it]])))
  const answers = history.filter((it) => it.outcome === 'ok' && (it.kind === 'read' || it.kind === 'export'))
  const wrong = answers.flatMap((it) => judgeAnswer(it, writes))
  const observations = history
    .filter((it) => it.outcome === 'ok')
    .flatMap((it) => {
      const version = it.write === undefined ? writes.get(it.seen?.write ?? -1)?.version : it.version
      return version === undefined ? [] : [{ operation: it, version }]
    })
  const byMap = Map.groupBy(observations, (it) => it.operation.map)
  return [...wrong, ...[...byMap.values()].flatMap((it) => [...findOverwritten(it), ...findSteppedBack(it)])]
}

function judgeAnswer(operation: Operation, writes: ReadonlyMap<number, Operation>): Fault[] {
  const { map, seen, version, end } = operation
  if (!seen) return [{ kind: 'mixed answer', operation }]
  if (seen.map !== map) return [{ kind: 'foreign answer', operation }]
  const because = writes.get(seen.write)
  if (!because || because.map !== map || because.start > end) return [{ kind: 'never written', operation }]
  if (because.outcome === 'refused') return [{ kind: 'refused write done', operation, because }]
  if (version !== undefined && version !== because.version) return [{ kind: 'wrong version', operation, because }]
  return []
}

/** Of two writes to the same version, one is lost. */
function findOverwritten(observations: readonly Observation[]): Fault[] {
  const written = observations.filter((it) => it.operation.write !== undefined)
  const byVersion = Map.groupBy(written, (it) => it.version)
  return [...byVersion.values()].flatMap(([first, ...others]) =>
    others.map((it) => ({ kind: 'lost write' as const, operation: first!.operation, because: it.operation })),
  )
}

/** Nothing may show a version older than one that was shown, or acknowledged, before it began. */
function findSteppedBack(observations: readonly Observation[]): Fault[] {
  const byEnd = observations.toSorted((a, b) => a.operation.end - b.operation.end)
  const faults: Fault[] = []
  let newest: Observation | undefined
  let ended = 0
  for (const it of observations.toSorted((a, b) => a.operation.start - b.operation.start)) {
    for (; byEnd[ended]!.operation.end < it.operation.start; ended++) {
      if (!newest || byEnd[ended]!.version > newest.version) newest = byEnd[ended]
    }
    if (newest && it.version < newest.version) {
      faults.push({
        kind: whatIsLate(it.operation, newest.operation),
        operation: it.operation,
        because: newest.operation,
      })
    }
  }
  return faults
}

function whatIsLate(later: Operation, earlier: Operation): Fault['kind'] {
  if (later.kind === 'export') return 'stale file'
  return earlier.write === undefined ? 'stale read' : 'lost write'
}

/** What the list of all maps at the end says against the history: maps that are missing, there twice, or made by no client. */
export function findMiscounted(history: readonly Operation[], listed: readonly number[]): string[] {
  const creates = history.filter((it) => it.kind === 'create' && it.outcome !== 'refused')
  const known = new Set(creates.map((it) => it.map))
  const miscounted = creates.flatMap(({ map, outcome }) => {
    const count = listed.filter((it) => it === map).length
    if (count > 1) return [`map ${map} is there ${count} times`]
    return count === 0 && outcome === 'ok' ? [`map ${map} is lost`] : []
  })
  return [...miscounted, ...listed.filter((it) => !known.has(it)).map((it) => `no client made map ${it}`)]
}
