import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../bench/statistics.ts'
import { type ExportClient, exportInLoop, type ExportResult } from './clients.ts'

/** The result of a flood of export requests. */
export interface Flood {
  /** Exports a second that the service makes without overload. */
  capacity: number
  results: readonly ExportResult[]
  /** Time of the first request, by `performance.now()`. */
  from: number
  /** Time of the last request. */
  to: number
  /** Time from the last request to the first fast export. */
  recoveredMs: number
}

/** What a service must achieve during and after a flood. */
export interface FloodLimits {
  /** Longest time of an export, p99. */
  deadlineMs: number
  /** Longest time of a refusal for a full queue, median. */
  refusedWithinMs: number
  /** Least throughput, as a share of the capacity. */
  minShare: number
  recoveredWithinMs: number
}

const TICK_MS = 20
/** Longest time of an export on an idle service. */
const FAST_EXPORT_MS = 2_000

/** Measures exports a second with this many clients that each wait for a response before the next request. */
export async function measureCapacity(
  exportClients: readonly ExportClient[],
  clients: number,
  ms: number,
): Promise<number> {
  const stop = new AbortController()
  const clientsPerMap = Math.ceil(clients / exportClients.length)
  const started = performance.now()
  const exporting = Promise.all(exportClients.map((it) => exportInLoop(it, clientsPerMap, stop.signal)))
  await sleep(ms)
  stop.abort()
  const results = (await exporting).flat()
  return (1_000 * results.filter((it) => it.status === 200).length) / (performance.now() - started)
}

/** Sends requests at a constant rate (open loop), whether or not earlier ones have a response, from all clients in turn. */
export async function flood(
  exportClients: readonly ExportClient[],
  perSecond: number,
  ms: number,
): Promise<Pick<Flood, 'results' | 'from' | 'to'>> {
  const requests: Promise<ExportResult>[] = []
  const from = performance.now()
  for (let now = from; now < from + ms; now = performance.now()) {
    const due = ((now - from) * perSecond) / 1_000
    while (requests.length < due) requests.push(exportClients[requests.length % exportClients.length]!.requestExport())
    await sleep(TICK_MS)
  }
  const to = performance.now()
  return { from, to, results: await Promise.all(requests) }
}

/** Waits until an export of a new client is fast again. @returns ms */
export async function waitUntilRecovered(newcomer: ExportClient, withinMs: number): Promise<number> {
  const started = performance.now()
  for (;;) {
    const { status, ms } = await newcomer.requestExport()
    const elapsed = performance.now() - started
    if ((status === 200 && ms < FAST_EXPORT_MS) || elapsed > withinMs) return elapsed
    await sleep(TICK_MS)
  }
}

/** Summarizes a flood and lists the limits that it exceeded. */
export function checkFlood(
  { capacity, results, from, to, recoveredMs }: Flood,
  limits: FloodLimits,
): { errors: string[]; figures: string } {
  const files = results.filter((it) => it.status === 200)
  const refusals = results.filter((it) => it.status === 503)
  const queueFull = refusals.filter((it) => it.reason.includes('Too many exports'))
  const inTime = files.filter(({ startedAt, ms }) => startedAt + ms > from && startedAt + ms <= to)
  const goodput = (1_000 * inTime.length) / (to - from)
  const utilization = goodput / capacity
  const fileMs = percentile(
    files.map((it) => it.ms),
    99,
  )
  const refusalsMs = queueFull.map((it) => it.ms)
  const [refusalP50, refusalP95, refusalP99] = [50, 95, 99].map((it) => percentile(refusalsMs, it))
  const unexpected = results.filter((it) => ![200, 429, 503].includes(it.status))
  const withoutRetryAfter = refusals.filter((it) => !/^[1-9]\d?$/.test(it.retryAfter ?? ''))
  const errors = [
    ...unexpected.map((it) => `an export was answered ${it.status}: ${it.reason}`),
    ...(withoutRetryAfter.length > 0 ? [`${withoutRetryAfter.length} refusals do not say when to come back`] : []),
    ...(fileMs <= limits.deadlineMs ? [] : [`files took ${Math.round(fileMs)} ms (p99)`]),
    ...(refusalP50! > limits.refusedWithinMs ? [`refusals took ${Math.round(refusalP50!)} ms (median)`] : []),
    ...(utilization >= limits.minShare ? [] : [`${goodput.toFixed(1)} files a second of ${capacity.toFixed(1)}`]),
    ...(recoveredMs <= limits.recoveredWithinMs ? [] : [`not recovered after ${Math.round(recoveredMs)} ms`]),
  ]
  const seconds = (to - from) / 1_000
  const overload = results.length / seconds / capacity
  const figures = [
    `${results.length} orders in ${Math.round(seconds)} s, ${overload.toFixed(1)} times the capacity of ${capacity.toFixed(1)} files a second`,
    `${Math.round(100 * utilization)} % of the capacity used, ${files.length} files (p99 ${Math.round(fileMs)} ms)`,
    `${queueFull.length} turned away (median ${Math.round(refusalP50!)} ms, p95 ${Math.round(refusalP95!)} ms, p99 ${Math.round(refusalP99!)} ms)`,
    `${refusals.length - queueFull.length} not ready in time`,
    `recovered after ${(recoveredMs / 1_000).toFixed(1)} s`,
  ].join('; ')
  return { errors, figures }
}
