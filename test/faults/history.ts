import { findContradiction, searchOrder } from './linearizability.ts'
import { absentMap, callOf, usefulCallsOf, changes } from './map-register.ts'
import type { ListReading, Operation } from './operation.ts'

/** Kinds of anomalies, by what has happened to a map. */
export const anomalyKinds = {
  lost: ['lost map', 'lost write', 'lost link', 'lost version', 'lost pin'],
  stale: ['stale read', 'stale file'],
  foreign: ['foreign answer', 'mixed answer', 'never written', 'wrong version'],
  resurrected: ['resurrected map', 'reopened link'],
  other: ['double create', 'refused write done', 'write by a read-only token', 'unexpected response', 'undecided'],
} as const

/** A violation of a promise. */
export interface Anomaly {
  kind: (typeof anomalyKinds)[keyof typeof anomalyKinds][number]
  operation: Operation
  /** The operations before it on the same map, the last ones only. */
  before: Operation[]
}

/** Maximum number of steps of the search for one map. */
const MAX_STEPS = 200_000
const SHOWN_BEFORE = 8

/** Finds responses that contradict linearizability: each operation must take effect at one moment between its start and its end. */
export function findAnomalies(operations: readonly Operation[], lists: readonly ListReading[] = []): Anomaly[] {
  const history = [...operations, ...readLists(operations, lists)]
  const writes = writesByNumber(operations)
  const byMap = Map.groupBy(history, (it) => it.map)
  const found = [
    ...history.flatMap((operation) => toFound(checkResponse(operation, writes), operation)),
    ...findDoubles(operations, lists),
    ...[...byMap.values()].flatMap((ofMap) => findOverlooked(ofMap, writes)),
  ]
  return found.map(({ kind, operation }) => {
    const ofMap = byMap.get(operation.map)!.filter((it) => it !== operation && it.start < operation.end)
    return { kind, operation, before: ofMap.toSorted((a, b) => a.start - b.start).slice(-SHOWN_BEFORE) }
  })
}

/** The first attempt of each create or write that may have taken effect; the last one if all were refused. */
function writesByNumber(operations: readonly Operation[]): Map<number, Operation> {
  const writes = new Map<number, Operation>()
  for (const operation of operations.toSorted((a, b) => a.start - b.start)) {
    const { write } = operation
    if (write !== undefined && (writes.get(write)?.outcome ?? 'refused') === 'refused') writes.set(write, operation)
  }
  return writes
}

type Found = Pick<Anomaly, 'kind' | 'operation'>

function toFound(kind: Anomaly['kind'] | undefined, operation: Operation): Found[] {
  return kind ? [{ kind, operation }] : []
}

/** Splits lists into an operation for each map. What a list of pages lacks counts only for maps without a change meanwhile. */
function readLists(operations: readonly Operation[], lists: readonly ListReading[]): Operation[] {
  const changesOf = Map.groupBy(
    operations.filter((it) => changes(it.kind) && it.outcome !== 'refused'),
    (it) => it.map,
  )
  return lists.flatMap(({ map: only, isPaged, entries, ...reading }) => {
    const shown = new Map(entries.map((it) => [it.marker?.map, it]))
    const known = only === undefined ? [...changesOf.keys()] : [only]
    const missing = known.filter((map) => {
      const made = changesOf.get(map)?.filter((it) => it.start <= reading.end) ?? []
      return !shown.has(map) && made.length > 0 && !(isPaged && made.some((it) => it.end >= reading.start))
    })
    const common = { ...reading, kind: 'list' as const, outcome: 'ok' as const }
    return [
      ...[...shown].map(([map, seen]) => ({ ...common, map: only ?? map ?? -1, seen })),
      ...missing.map((map) => ({ ...common, map, seen: { isThere: false } })),
    ]
  })
}

/** Statuses of refusals that the operation's own request can explain. A share page has 120 readings a minute. */
function isExpected({ kind, outcome, status, version, isReadOnly }: Operation): boolean {
  if (status === undefined || status === 503 || outcome === 'ok') return true
  if (status === 403) return isReadOnly === true
  if (status === 404) return kind !== 'create' && kind !== 'list'
  if (status === 409) return kind === 'create'
  if (status === 412) return version !== undefined
  return status === 429 && kind === 'page'
}

/** Checks a response by itself. */
function checkResponse(operation: Operation, writes: ReadonlyMap<number, Operation>): Anomaly['kind'] | undefined {
  const { map, seen, end, outcome, isReadOnly, kind } = operation
  if (!isExpected(operation)) return 'unexpected response'
  if (isReadOnly && changes(kind) && outcome === 'ok') return 'write by a read-only token'
  if (!seen?.isThere || seen.nearest || kind === 'revisions' || kind === 'layout') return undefined
  if (!seen.marker) return 'mixed answer'
  if (seen.marker.map !== map) return 'foreign answer'
  const write = writes.get(seen.marker.write)
  if (!write || write.map !== map || write.start > end) return 'never written'
  return write.outcome === 'refused' ? 'refused write done' : undefined
}

/** Finds maps that one create has made twice: with two ids, or twice in one list. */
function findDoubles(operations: readonly Operation[], lists: readonly ListReading[]): Found[] {
  const acknowledged = operations.filter((it) => it.kind === 'create' && it.id !== undefined)
  const first = new Map(acknowledged.toReversed().map((it) => [it.map, it]))
  const withAnotherId = acknowledged.filter((it) => it.id !== first.get(it.map)!.id)
  const twice = lists.flatMap(({ entries }) => {
    const maps = entries.map((it) => it.marker?.map)
    return maps.filter((it, index) => maps.indexOf(it) < index)
  })
  const creates = operations.filter((it) => it.kind === 'create')
  const listedTwice = [...new Set(twice)].flatMap((map) => creates.find((it) => it.map === map) ?? [])
  return [...withAnotherId, ...listedTwice].map((operation) => ({ kind: 'double create', operation }))
}

/** Searches an order of all operations on one map, and names what is wrong with the first response that has none. */
function findOverlooked(operations: readonly Operation[], writes: ReadonlyMap<number, Operation>): Found[] {
  const shown = new Set(operations.flatMap(({ seen }) => [seen?.marker?.write, seen?.pin]))
  const describe = (toCall: typeof callOf) =>
    operations.flatMap((operation) => {
      const call = toCall(operation)
      // A response that is wrong by itself fits into no order.
      return call && !checkResponse(operation, writes) ? [{ operation, ...call, alike: groupOf(operation, shown) }] : []
    })
  if (searchOrder(describe(usefulCallsOf(operations)), absentMap, MAX_STEPS) === 'linearizable') return []
  const calls = describe(callOf)
  const found = findContradiction(calls, absentMap, MAX_STEPS)
  if (found === undefined) return []
  if (found === 'undecided') return [{ kind: 'undecided', operation: operations[0]! }]
  const { operation } = calls[found]!
  const before = operations.filter((it) => it.outcome === 'ok' && it.end < operation.start)
  return [{ kind: kindOf(operation, before, writes), operation }]
}

/** Names the changes without a response that no response tells apart. @param shown numbers of the writes and pins that responses show */
function groupOf(operation: Operation, shown: ReadonlySet<unknown>): string | undefined {
  const { kind, outcome, write, version, isPublic, author, note, pin, replaces } = operation
  const number = write ?? pin ?? undefined
  const isShown = number !== undefined && shown.has(number)
  if (outcome !== 'unknown' || kind === 'create' || isShown) return undefined
  return `${kind} ${version} ${isPublic} ${author} ${note} ${pin === null} ${replaces}`
}

/** @param before the acknowledged operations before it on the same map */
function kindOf(
  { kind, seen, outcome }: Operation,
  before: readonly Operation[],
  writes: ReadonlyMap<number, Operation>,
): Anomaly['kind'] {
  const versionOf = (operation: Operation | undefined) => operation?.seen?.version ?? 0
  if (seen?.isThere === false) return kind === 'page' ? 'lost link' : 'lost map'
  if (kind === 'create') return 'double create'
  if (before.some((it) => it.kind === 'delete')) return 'resurrected map'
  const isClosed = before.findLast((it) => it.kind === 'share')?.isPublic === false
  if ((kind === 'page' || kind === 'share') && isClosed) return 'reopened link'
  if (kind === 'export' || kind === 'page') return 'stale file'
  if (kind === 'pin' || kind === 'layout') return 'lost pin'
  if (kind === 'revision' && !seen?.nearest) return 'wrong version'
  if (kind === 'revision' || kind === 'revisions') return 'lost version'
  if (changes(kind) || outcome === 'refused') return 'lost write'
  const shown = versionOf(writes.get(seen?.marker?.write ?? -1))
  return before.some((it) => changes(it.kind) && versionOf(it) > shown) ? 'lost write' : 'stale read'
}
