/**
 * Benchmarks horizontal scaling: exports per second of new files, by two gateways with one, two and three
 * render workers of concurrency 1. `npm run bench:scale`
 */
import { availableParallelism, loadavg } from 'node:os'
import { findChromium } from '../../infra/local/chromium.ts'
import { programFolder } from '../../infra/local/state.ts'
import { runConcurrently } from './run-concurrently.ts'
import { createMap, openService } from './service.ts'
import { median, rangeText } from './statistics.ts'

const workerCounts = [1, 2, 3] as const
/** Exports per round. */
const formats = { png: 60, markdown: 400 } as const
const NODES = 50
const IN_FLIGHT = 12
const ROUNDS = 5
const SEED = 20_261_121

type Format = keyof typeof formats
type Rates = Record<Format, Record<(typeof workerCounts)[number], number[]>>

/** Load average before the start: more workers than idle cores gain nothing. */
const load = loadavg()[0]!

await using parts = new AsyncDisposableStack()
const chromium = await findChromium(process.env.CHROMIUM_PATH, programFolder)
const service = parts.use(await openService(chromium, { gateways: 2, workers: 0 }))
const rates: Rates = { png: { 1: [], 2: [], 3: [] }, markdown: { 1: [], 2: [], 3: [] } }
let mapCount = 0

for (let round = 1; round <= ROUNDS; round++) {
  console.error(`Round ${round} of ${ROUNDS} …`)
  for (const count of workerCounts) await measure(count)
}
report()

async function measure(count: (typeof workerCounts)[number]): Promise<void> {
  await using workers = new AsyncDisposableStack()
  for (let index = 0; index < count; index++) workers.use(await service.startWorker({ CONCURRENCY: '1' }))
  for (const format of ['png', 'markdown'] as const) {
    // Warms up the new workers.
    await rateOf(format, 4 * count)
    rates[format][count].push(await rateOf(format, formats[format]))
  }
}

/** Exports per second. */
async function rateOf(format: Format, count: number): Promise<number> {
  const indices = Array.from({ length: count }, () => mapCount++)
  const ids = await runConcurrently(indices, IN_FLIGHT, (index) =>
    createMap(service.client, { family: 'placed', nodes: NODES, index, seed: SEED }),
  )
  const started = performance.now()
  await runConcurrently([...ids.entries()], IN_FLIGHT, async ([index, id]) => {
    const { status, body } = await service.clients[index % 2]!.send('GET', `/maps/${id}/export/${format}`)
    if (status !== 200) throw new Error(`${format} answered ${status}: ${body.toString()}`)
  })
  return (1_000 * count) / (performance.now() - started)
}

function report(): void {
  const setting = `Maps of ${NODES} services, 2 gateways, ${IN_FLIGHT} requests in flight, ${ROUNDS} rounds`
  console.log(`${setting}, ${availableParallelism()} cores, load before ${load.toFixed(1)}\n`)
  for (const [format, byCount] of Object.entries(rates)) {
    for (const count of workerCounts) {
      const ratios = byCount[count].map((it, index) => it / byCount[1][index]!)
      const words = [
        `${format}, workers: ${count}`.padEnd(21),
        median(byCount[count]).toFixed(1).padStart(6),
        'a second',
      ]
      console.log([...words, `${median(ratios).toFixed(2)} times one`, rangeText(ratios)].join('  '))
    }
  }
}
