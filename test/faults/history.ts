import type { Marker } from './marked-maps.ts'

/** One operation of a client on a map. Times are in ms, by one clock. */
export interface Operation {
  client: number
  kind: 'create' | 'write' | 'read' | 'export'
  map: number
  start: number
  /** Infinity without a response: the operation may take effect at any time after its start, or never. */
  end: number
  /** `refused`: the response says that the operation had no effect. `unknown`: there was no clear response. */
  outcome: 'ok' | 'refused' | 'unknown'
  /** Unique number of a create or a write. */
  write?: number
  /** Version of the map after a create or a write; version in the response to a read. */
  version?: number
  /** Marker in the response; undefined unless the response shows exactly one map. */
  seen?: Marker | undefined
}

/** A violation of linearizability. */
export interface Anomaly {
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
  /** The operation that it contradicts. */
  conflict?: Operation
}

/** An operation and the version that the map had at some moment between its start and its end. */
interface Observation {
  operation: Operation
  version: number
}

/**
 * Finds responses that contradict linearizability: each operation must take effect at one moment between its start and its
 * end. Writes are conditional on a version, so that each version has one write.
 */
export function findAnomalies(history: readonly Operation[]): Anomaly[] {
  const writes = new Map(history.flatMap((it) => (it.write === undefined ? [] : [[it.write, it]])))
  const responses = history.filter((it) => it.outcome === 'ok' && (it.kind === 'read' || it.kind === 'export'))
  const invalid = responses.flatMap((it) => checkResponse(it, writes))
  const observations = history
    .filter((it) => it.outcome === 'ok')
    .flatMap((operation) => {
      const { write, seen } = operation
      const version = write === undefined ? writes.get(seen?.write ?? -1)?.version : operation.version
      return version === undefined ? [] : [{ operation, version }]
    })
  const byMap = Map.groupBy(observations, (it) => it.operation.map)
  return [...invalid, ...[...byMap.values()].flatMap((it) => [...findLostWrites(it), ...findStaleVersions(it)])]
}

function checkResponse(operation: Operation, writes: ReadonlyMap<number, Operation>): Anomaly[] {
  const { map, seen, version, end } = operation
  if (!seen) return [{ kind: 'mixed answer', operation }]
  if (seen.map !== map) return [{ kind: 'foreign answer', operation }]
  const conflict = writes.get(seen.write)
  if (!conflict || conflict.map !== map || conflict.start > end) return [{ kind: 'never written', operation }]
  if (conflict.outcome === 'refused') return [{ kind: 'refused write done', operation, conflict }]
  if (version !== undefined && version !== conflict.version) return [{ kind: 'wrong version', operation, conflict }]
  return []
}

/** Finds acknowledged writes with the same version: all but one of them are lost. */
function findLostWrites(observations: readonly Observation[]): Anomaly[] {
  const writes = observations.filter((it) => it.operation.write !== undefined)
  const byVersion = Map.groupBy(writes, (it) => it.version)
  return [...byVersion.values()].flatMap(([first, ...others]) =>
    others.map((it) => ({ kind: 'lost write' as const, operation: first!.operation, conflict: it.operation })),
  )
}

/** Finds operations with an older version than an operation that ended before their start. */
function findStaleVersions(observations: readonly Observation[]): Anomaly[] {
  const byEnd = observations.toSorted((a, b) => a.operation.end - b.operation.end)
  const anomalies: Anomaly[] = []
  let newest: Observation | undefined
  let ended = 0
  for (const { operation, version } of observations.toSorted((a, b) => a.operation.start - b.operation.start)) {
    for (; byEnd[ended]!.operation.end < operation.start; ended++) {
      if (!newest || byEnd[ended]!.version > newest.version) newest = byEnd[ended]
    }
    if (newest && version < newest.version) {
      anomalies.push({ kind: staleKind(operation, newest.operation), operation, conflict: newest.operation })
    }
  }
  return anomalies
}

function staleKind(later: Operation, earlier: Operation): Anomaly['kind'] {
  if (later.kind === 'export') return 'stale file'
  return earlier.write === undefined ? 'stale read' : 'lost write'
}

/** Compares the final list of all maps with the history. It finds missing, duplicate and unexpected maps. */
export function findListAnomalies(history: readonly Operation[], listed: readonly number[]): string[] {
  const creates = history.filter((it) => it.kind === 'create' && it.outcome !== 'refused')
  const createdMaps = new Set(creates.map((it) => it.map))
  const wrongCounts = creates.flatMap(({ map, outcome }) => {
    const count = listed.filter((it) => it === map).length
    if (count > 1) return [`map ${map} is there ${count} times`]
    return count === 0 && outcome === 'ok' ? [`map ${map} is lost`] : []
  })
  return [...wrongCounts, ...listed.filter((it) => !createdMaps.has(it)).map((it) => `no client made map ${it}`)]
}
