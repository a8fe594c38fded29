import autocannon from 'autocannon'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../statistics.ts'
import { cpuMicrosOf } from './process-figures.ts'
import type { Way } from './servers.ts'

/** What one connection sends, again and again. */
export interface Asked {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  body?: string
  /** Of the only right answer. */
  status: number
}

/** How a way bore a load. */
export interface Bearing {
  /** Requests a second. */
  rate: number
  /** ms */
  p50: number
  p99: number
  /** Microseconds of processor time that the server took for a request. */
  cpuMicros: number
  /** Share of the time that the process that makes the load was busy: near 1, it is what is measured. */
  loadMakerShare: number
  count: number
  /** Answers 503, which count for nothing else: the gateway gives up on a database that is too slow. */
  refused: number
}

/** For a server that cannot answer every connection within the time. */
const MOST_TIMES = 6
const SAMPLE_MS = 20
const ANSWER_WITHIN_S = 60
/** How a server is seen to be idle. */
const [LOOK_EVERY_MS, MOST_LOOKS, IDLE_MICROS] = [100, 50, 10_000]

/**
 * Asks over so many connections for that long, and until each could have been answered once.
 * @param ask what the connection of that number sends
 * @throws Error for an answer that is not the right one
 */
export async function loadWay(
  way: Way,
  ask: (connection: number) => Asked,
  connections: number,
  sliceMs: number,
): Promise<Bearing> {
  const times: number[] = []
  const cpuBefore = cpuMicrosOf(way.pid)
  const busyBefore = performance.eventLoopUtilization()
  const started = performance.now()
  let [lastAt, made, refused, wrong] = [started, 0, 0, '']
  const { status } = ask(0)
  const over = Promise.withResolvers<void>()
  const settings = {
    ...{ url: way.url, connections, sampleInt: SAMPLE_MS, timeout: ANSWER_WITHIN_S },
    duration: (sliceMs * MOST_TIMES) / 1_000,
    // Its `setRequest` would hold for the first request alone.
    setupClient: (client: autocannon.Client) => client.setRequests([ask(made++)]),
  }
  const run = autocannon(settings, (error: Error | null) => (error ? over.reject(error) : over.resolve()))
  run.on('reqError', (error: Error) => (wrong = error.message))
  run.on('response', (_client, got, _bytes, ms) => {
    lastAt = performance.now()
    if (got === status) times.push(ms)
    else if (got === 503) refused++
    else wrong = `status ${got}`
    if (wrong || (lastAt - started >= sliceMs && times.length + refused >= connections)) run.stop()
  })
  await over.promise
  if (wrong || times.length === 0) {
    throw new Error(`${way.name}, ${ask(0).method} ${ask(0).path}: ${wrong || 'no answer'}`)
  }
  const cpuMicros = (cpuMicrosOf(way.pid) - cpuBefore) / times.length
  const { utilization } = performance.eventLoopUtilization(busyBefore)
  await finishWhatIsLeft(way, ask(0))
  return {
    rate: (1_000 * times.length) / (lastAt - started),
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    cpuMicros,
    loadMakerShare: utilization,
    count: times.length,
    refused,
  }
}

/** How processes of one way bore the same load. */
export function meanOf(bearings: readonly Bearing[]): Bearing {
  const sum = (figure: keyof Bearing): number => bearings.reduce((total, it) => total + it[figure], 0)
  const mean = (figure: keyof Bearing): number => sum(figure) / bearings.length
  return {
    rate: mean('rate'),
    p50: mean('p50'),
    p99: mean('p99'),
    cpuMicros: mean('cpuMicros'),
    loadMakerShare: mean('loadMakerShare'),
    count: sum('count'),
    refused: sum('refused'),
  }
}

/** What connections had asked for when they were cut must not burden the next load: its queries come before this one's. */
async function finishWhatIsLeft({ url, pid }: Way, { method, path, headers, body }: Asked): Promise<void> {
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  await answer.arrayBuffer()
  for (let look = 0; look < MOST_LOOKS; look++) {
    const before = cpuMicrosOf(pid)
    await sleep(LOOK_EVERY_MS)
    // Also where the system does not tell.
    if (!(cpuMicrosOf(pid) - before > IDLE_MICROS)) return
  }
}
