/** An operation of a history, with its effect on the state of one object. */
export interface Call<State> {
  start: number
  /** Infinity without a response: the call may take effect at any time after its start, or never. */
  end: number
  /** Returns the state after the call; undefined if its effect or its response is impossible in this state. */
  apply(state: State): State | undefined
  /**
   * Name that calls without a response share if no response can tell them apart. They take effect in the order of their starts, if at all:
   * any order of theirs is as good as that one.
   */
  alike?: string | undefined
}

/** Whether an order of the calls explains all responses. `undecided`: the search has reached its maximum of steps. */
type Verdict = 'linearizable' | 'not linearizable' | 'undecided'

/** Start or end of a call, in a list ordered by time. */
interface Event {
  /** Index of the call. */
  call: number
  isEnd: boolean
  previous: Event | undefined
  next: Event | undefined
}

/**
 * Searches an order of the calls in which each takes effect at one moment between its start and its end, and no response is impossible.
 *
 * This is the search of Wing and Gong (Testing and Verifying Concurrent Objects, 1993) with the memory of Lowe (Testing for
 * Linearizability, 2017), on the list of events of Porcupine (https://github.com/anishathalye/porcupine). It places any call that has started
 * before the first end in the list, takes its events out of the list, and goes on with the rest. At an end, whose call could not be placed, it
 * takes the last placed call back. It never continues twice from the same state after the same set of calls, and tries calls that are alike in one order.
 *
 * The effort grows with the calls at the same time and with those without a response, so search the calls of each object by itself.
 * @param initial state before all calls, compared as JSON
 * @param maxSteps maximum number of calls to place
 */
export function searchOrder<State>(calls: readonly Call<State>[], initial: State, maxSteps: number): Verdict {
  const { head, ends } = listEvents(calls)
  const predecessors = findPredecessors(calls)
  const placed: { event: Event; state: State; calls: bigint }[] = []
  const seen = new Set<string>()
  let unplaced = ends.size
  let current = { state: initial, calls: 0n }
  let event = head.next
  for (let steps = 0; unplaced > 0;) {
    if (event!.isEnd) {
      const last = placed.pop()
      if (!last) return 'not linearizable'
      current = last
      if (putBack(last.event, ends)) unplaced++
      event = last.event.next
      continue
    }
    const after = place(event!.call)
    if (!after) {
      event = event!.next
      continue
    }
    if (++steps > maxSteps) return 'undecided'
    placed.push({ ...current, event: event! })
    current = after
    if (takeOut(event!, ends)) unplaced--
    event = head.next
  }
  return 'linearizable'

  /** Places a call next. @returns undefined if it is impossible now or leads to what has been tried */
  function place(call: number): typeof current | undefined {
    const predecessor = predecessors.get(call)
    if (predecessor !== undefined && !((current.calls >> BigInt(predecessor)) & 1n)) return undefined
    const state = calls[call]!.apply(current.state)
    if (state === undefined) return undefined
    const after = { state, calls: current.calls | (1n << BigInt(call)) }
    const key = `${after.calls.toString(32)} ${JSON.stringify(state)}`
    if (seen.has(key)) return undefined
    seen.add(key)
    return after
  }
}

/** For each call that others are alike, the one that started before it. */
function findPredecessors(calls: readonly Call<unknown>[]): Map<number, number> {
  const unknown = [...calls.entries()].filter(([, it]) => it.alike !== undefined && it.end === Infinity)
  const groups = Map.groupBy(
    unknown.toSorted(([, a], [, b]) => a.start - b.start),
    ([, it]) => it.alike,
  )
  const pairs = [...groups.values()].flatMap((group) =>
    group.slice(1).map(([call], index) => [call, group[index]![0]] as const),
  )
  return new Map(pairs)
}

/** Lists starts and ends by time. What happens at the same moment counts as concurrent, so starts come first. */
function listEvents(calls: readonly Call<unknown>[]): { head: Event; ends: Map<number, Event> } {
  const timed = calls.flatMap(({ start, end }, call) => [
    { time: start, event: eventOf(call, false) },
    ...(end === Infinity ? [] : [{ time: end, event: eventOf(call, true) }]),
  ])
  const events = timed.toSorted((a, b) => a.time - b.time || Number(a.event.isEnd) - Number(b.event.isEnd))
  const head = eventOf(-1, false)
  let last = head
  for (const { event } of events) {
    event.previous = last
    last = last.next = event
  }
  return { head, ends: new Map(events.flatMap(({ event }) => (event.isEnd ? [[event.call, event]] : []))) }
}

function eventOf(call: number, isEnd: boolean): Event {
  return { call, isEnd, previous: undefined, next: undefined }
}

/** Takes both events of a call out of the list. @returns whether the call has an end */
function takeOut(start: Event, ends: ReadonlyMap<number, Event>): boolean {
  const end = ends.get(start.call)
  for (const event of end ? [start, end] : [start]) {
    event.previous!.next = event.next
    if (event.next) event.next.previous = event.previous
  }
  return end !== undefined
}

/** Puts the events of a call back, in the reverse order of `takeOut`. @returns whether the call has an end */
function putBack(start: Event, ends: ReadonlyMap<number, Event>): boolean {
  const end = ends.get(start.call)
  for (const event of end ? [end, start] : [start]) {
    event.previous!.next = event
    if (event.next) event.next.previous = event
  }
  return end !== undefined
}

/**
 * Finds the first end whose response no order of the calls until then explains.
 * @returns the index of its call; undefined if all responses are explained
 */
export function findContradiction<State>(
  calls: readonly Call<State>[],
  initial: State,
  maxSteps: number,
): number | 'undecided' | undefined {
  /** Judges the calls until a moment: those that end later may have taken effect, or not. */
  const judgeUntil = (moment: number): Verdict => {
    const started = calls.filter((it) => it.start <= moment)
    const until = started.map((it) => (it.end <= moment ? it : { ...it, end: Infinity }))
    return searchOrder(until, initial, maxSteps)
  }
  const byEnd = [...calls.entries()].filter(([, it]) => it.end !== Infinity).toSorted(([, a], [, b]) => a.end - b.end)
  let verdict = judgeUntil(Infinity)
  if (verdict !== 'not linearizable') return verdict === 'undecided' ? verdict : undefined
  let first = 0
  for (let last = byEnd.length - 1; first < last;) {
    const middle = Math.floor((first + last) / 2)
    verdict = judgeUntil(byEnd[middle]![1].end)
    if (verdict === 'undecided') return verdict
    if (verdict === 'linearizable') first = middle + 1
    else last = middle
  }
  return byEnd[first]![0]
}
