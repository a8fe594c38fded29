/**
 * What another worker brings: exports a second of new files, by two gateways and one, two and three
 * workers that make one export at a time. `npm run bench:scale`
 */
import { availableParallelism, loadavg } from 'node:os'
import { findChromium } from '../../infra/local/chromium.ts'
import { cacheFolder } from '../../infra/local/state.ts'
import { inFlight } from './in-flight.ts'
import { createMap, openService } from './service.ts'
import { median } from './statistics.ts'

const workerCounts = [1, 2, 3] as const
/** Exports of each round. */
const formats = { png: 60, markdown: 400 } as const
const [NODES, IN_FLIGHT, ROUNDS, SEED] = [50, 12, 5, 20_261_121]

type Format = keyof typeof formats
type Rates = Record<Format, Record<(typeof workerCounts)[number], number[]>>

/** More workers than idle cores bring nothing. */
const load = loadavg()[0]!

await using parts = new AsyncDisposableStack()
const chromium = await findChromium(process.env.CHROMIUM_PATH, cacheFolder)
const service = parts.use(await openService(chromium, { gateways: 2, workers: 0 }))
const rates: Rates = { png: { 1: [], 2: [], 3: [] }, markdown: { 1: [], 2: [], 3: [] } }
let made = 0

for (let number = 1; number <= ROUNDS; number++) {
  console.error(`Round ${number} of ${ROUNDS} …`)
  for (const count of workerCounts) await round(count)
}
report()

async function round(count: (typeof workerCounts)[number]): Promise<void> {
  await using workers = new AsyncDisposableStack()
  for (let index = 0; index < count; index++) workers.use(await service.startWorker({ CONCURRENCY: '1' }))
  for (const format of ['png', 'markdown'] as const) {
    // A worker's first exports take longer than all later ones.
    await rateOf(format, 4 * count)
    rates[format][count].push(await rateOf(format, formats[format]))
  }
}

/** How many a second. */
async function rateOf(format: Format, count: number): Promise<number> {
  const samples = Array.from(
    { length: count },
    () => ({ family: 'placed', nodes: NODES, index: made++, seed: SEED }) as const,
  )
  const ids = await inFlight(samples, IN_FLIGHT, (it) => createMap(service.client, it))
  const started = performance.now()
  await inFlight([...ids.entries()], IN_FLIGHT, async ([index, id]) => {
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
      const range = `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
      const words = [
        `${format}, workers: ${count}`.padEnd(21),
        median(byCount[count]).toFixed(1).padStart(6),
        'a second',
      ]
      console.log([...words, `${median(ratios).toFixed(2)} times one`, range].join('  '))
    }
  }
}
