import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../bench/statistics.ts'
import { type ExportClient, orderOnAndOn, type Receipt } from './clients.ts'

/** What a service did that was asked for more than it can do. */
export interface Flood {
  /** Files a second that it makes when it is asked for no more than that. */
  capacity: number
  receipts: readonly Receipt[]
  /** Between the first order and the last one, by the clock of the receipts. */
  from: number
  to: number
  /** From the last order until a new client had a file at once. */
  recoveredMs: number
}

export interface FloodTerms {
  /** By which 99 of 100 files are there. */
  deadlineMs: number
  /** By which half of those are turned away that find the queue full. */
  refusedWithinMs: number
  /** Of its capacity: the least that it does. */
  leastShare: number
  recoveredWithinMs: number
}

const TICK_MS = 20
/** A service at rest needs less for a file. */
const AT_ONCE_MS = 2_000

/** Files a second, so many clients asking again as soon as they have theirs. */
export async function measureCapacity(
  exportClients: readonly ExportClient[],
  clients: number,
  ms: number,
): Promise<number> {
  const stop = new AbortController()
  const each = Math.ceil(clients / exportClients.length)
  const started = performance.now()
  const ordering = Promise.all(exportClients.map((it) => orderOnAndOn(it, each, stop.signal)))
  await sleep(ms)
  stop.abort()
  const receipts = (await ordering).flat()
  return (1_000 * receipts.filter((it) => it.status === 200).length) / (performance.now() - started)
}

/** Orders that come whether or not the ones before are answered, so many a second, from all clients in turn. */
export async function flood(
  exportClients: readonly ExportClient[],
  perSecond: number,
  ms: number,
): Promise<Pick<Flood, 'receipts' | 'from' | 'to'>> {
  const orders: Promise<Receipt>[] = []
  const from = performance.now()
  for (let now = from; now < from + ms; now = performance.now()) {
    const due = ((now - from) * perSecond) / 1_000
    while (orders.length < due) orders.push(exportClients[orders.length % exportClients.length]!.order())
    await sleep(TICK_MS)
  }
  const to = performance.now()
  return { from, to, receipts: await Promise.all(orders) }
}

/** How long it takes until a new client is served as if nothing had been. */
export async function untilRecovered(newcomer: ExportClient, withinMs: number): Promise<number> {
  const started = performance.now()
  for (;;) {
    const { status, ms } = await newcomer.order()
    const now = performance.now() - started
    if ((status === 200 && ms < AT_ONCE_MS) || now > withinMs) return now
    await sleep(TICK_MS)
  }
}

/** Figures of a flood, and what it says against the service. */
export function judgeFlood(
  { capacity, receipts, from, to, recoveredMs }: Flood,
  terms: FloodTerms,
): { faults: string[]; figures: string } {
  const files = receipts.filter((it) => it.status === 200)
  const refusals = receipts.filter((it) => it.status === 503)
  const atTheDoor = refusals.filter((it) => it.reason.includes('Too many exports'))
  // Until the queue is full for the first time, and after the last order, it is no flood.
  const done = files.filter(({ at, ms }) => at + ms > from && at + ms <= to)
  const goodput = (1_000 * done.length) / (to - from)
  const share = goodput / capacity
  const fileMs = percentile(
    files.map((it) => it.ms),
    99,
  )
  const refusalsMs = atTheDoor.map((it) => it.ms)
  const [refusalMs, lateMs, latestMs] = [50, 95, 99].map((it) => percentile(refusalsMs, it))
  const strange = receipts.filter((it) => ![200, 429, 503].includes(it.status))
  const vague = refusals.filter((it) => !/^[1-9]\d?$/.test(it.retryAfter ?? ''))
  const faults = [
    ...strange.map((it) => `an order was answered ${it.status}: ${it.reason}`),
    ...(vague.length > 0 ? [`${vague.length} refusals do not say when to come back`] : []),
    ...(fileMs <= terms.deadlineMs ? [] : [`files took ${Math.round(fileMs)} ms (p99)`]),
    ...(refusalMs! > terms.refusedWithinMs ? [`refusals took ${Math.round(refusalMs!)} ms (median)`] : []),
    ...(share >= terms.leastShare ? [] : [`${goodput.toFixed(1)} files a second of ${capacity.toFixed(1)}`]),
    ...(recoveredMs <= terms.recoveredWithinMs ? [] : [`not recovered after ${Math.round(recoveredMs)} ms`]),
  ]
  const seconds = (to - from) / 1_000
  const overload = receipts.length / seconds / capacity
  const figures = [
    `${receipts.length} orders in ${Math.round(seconds)} s, ${overload.toFixed(1)} times the capacity of ${capacity.toFixed(1)} files a second`,
    `${Math.round(100 * share)} % of the capacity used, ${files.length} files (p99 ${Math.round(fileMs)} ms)`,
    `${atTheDoor.length} turned away (median ${Math.round(refusalMs!)} ms, p95 ${Math.round(lateMs!)} ms, p99 ${Math.round(latestMs!)} ms)`,
    `${refusals.length - atTheDoor.length} not ready in time`,
    `recovered after ${(recoveredMs / 1_000).toFixed(1)} s`,
  ].join('; ')
  return { faults, figures }
}
