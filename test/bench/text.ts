/**
 * How quick the files of text are: new exports against what BullMQ takes for a job with nothing
 * around it, and finished ones against reading the map. `npm run bench:text`
 */
import { findChromium } from '../../infra/local/chromium.ts'
import { cacheFolder } from '../../infra/local/state.ts'
import { inFlight } from './in-flight.ts'
import { mapOf } from './maps.ts'
import { createMap, openService } from './service.ts'
import { median } from './statistics.ts'
import { openRoundTrips } from './text/round-trips.ts'

const formats = ['markdown', 'claude', 'agents', 'notion', 'figma'] as const
const NODES = 50
const IN_FLIGHT = 32
const ROUNDS = 5
const PER_ROUND = 200
const WARM_PER_ROUND = 2_000
const SEED = 20_261_121
const LEAST = { cold: 0.6, warm: 0.7 }

type Rates = Record<string, number[]>

await using parts = new AsyncDisposableStack()
const service = parts.use(await openService(await findChromium(process.env.CHROMIUM_PATH, cacheFolder)))
const roundTrips = parts.use(await openRoundTrips(service.queueUrl))
const rates: Rates = {}
let made = 0

await round({})
for (let number = 1; number <= ROUNDS; number++) {
  console.error(`Round ${number} of ${ROUNDS} …`)
  await round(rates)
}
report(rates)

/** Every way once, one after the other. */
async function round(into: Rates): Promise<void> {
  const samples = Array.from({ length: PER_ROUND }, () => sampleOf(made++))
  const ids = await inFlight(samples, IN_FLIGHT, (it) => createMap(service.client, it))
  const jobs = samples.map((it) => ({ map: JSON.stringify(mapOf(it)) }))
  note(into, 'BullMQ', await rateOf(jobs, (it) => roundTrips.run(it)))
  for (const format of formats) {
    note(into, format, await rateOf(ids, (id) => read(`/maps/${id}/export/${format}`)))
  }
  const again = Array.from({ length: WARM_PER_ROUND }, (_, it) => ids[it % ids.length]!)
  note(into, 'the map', await rateOf(again, (id) => read(`/maps/${id}`)))
  for (const format of formats) {
    note(into, `${format}, warm`, await rateOf(again, (id) => read(`/maps/${id}/export/${format}`)))
  }
}

function sampleOf(index: number) {
  return { family: 'placed', nodes: NODES, index, seed: SEED } as const
}

async function read(path: string): Promise<void> {
  const { status, body } = await service.client.send('GET', path)
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${body.toString()}`)
}

/** How many a second. */
async function rateOf<T>(inputs: readonly T[], work: (input: T) => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await inFlight(inputs, IN_FLIGHT, work)
  return (1_000 * inputs.length) / (performance.now() - started)
}

function note(into: Rates, name: string, rate: number): void {
  ;(into[name] ??= []).push(rate)
}

function report(rates: Rates): void {
  console.log(`Maps of ${NODES} services, ${IN_FLIGHT} requests in flight, ${ROUNDS} rounds, exports a second\n`)
  const lines = formats.map((it) => [it, 'BullMQ', LEAST.cold] as const)
  const warmLines = formats.map((it) => [`${it}, warm`, 'the map', LEAST.warm] as const)
  for (const [name, other, least] of [...lines, ...warmLines]) {
    const ratios = rates[name]!.map((it, index) => it / rates[other]![index]!)
    const ratio = median(ratios)
    const range = `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
    const words = [
      name.padEnd(16),
      rateText(rates[name]!),
      '÷',
      other,
      rateText(rates[other]!),
      '=',
      ratio.toFixed(2),
      range,
    ]
    console.log([...words, `target ≥ ${least}: ${ratio >= least ? 'met' : 'MISSED'}`].join('  '))
  }
  const [trips, reads] = [rates['BullMQ']!, rates['the map']!]
  const both = median(trips.map((it, index) => 1 / (1 + it / reads[index]!)))
  console.log(
    `\nA file that cost nothing to make would reach ${both.toFixed(2)}: it takes BullMQ's way and a request all the same.`,
  )
}

function rateText(values: readonly number[]): string {
  return median(values).toFixed(0).padStart(5)
}
