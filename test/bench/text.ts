/**
 * Benchmarks text formats: new exports against an empty BullMQ job, and finished exports against reading
 * the map. `npm run bench:text`
 */
import { findChromium } from '../../infra/local/chromium.ts'
import { programFolder } from '../../infra/local/state.ts'
import { runConcurrently } from './run-concurrently.ts'
import { generateMap } from './maps.ts'
import { createMap, openService } from './service.ts'
import { median, rangeText } from './statistics.ts'
import { openEchoQueue } from './text/echo-queue.ts'

const formats = ['markdown', 'claude', 'agents', 'notion', 'figma'] as const
const NODES = 50
const IN_FLIGHT = 32
const ROUNDS = 5
const PER_ROUND = 200
const WARM_PER_ROUND = 2_000
const SEED = 20_261_121
const MIN_RATIO = { cold: 0.6, warm: 0.7 }

type Rates = Record<string, number[]>

await using parts = new AsyncDisposableStack()
const service = parts.use(await openService(await findChromium(process.env.CHROMIUM_PATH, programFolder)))
const echoQueue = parts.use(await openEchoQueue(service.queueUrl))
const rates: Rates = {}
let mapCount = 0

await measure({})
for (let round = 1; round <= ROUNDS; round++) {
  console.error(`Round ${round} of ${ROUNDS} …`)
  await measure(rates)
}
report(rates)

/** Measures each rate once, one after the other. */
async function measure(into: Rates): Promise<void> {
  const specs = Array.from({ length: PER_ROUND }, () => specOf(mapCount++))
  const ids = await runConcurrently(specs, IN_FLIGHT, (it) => createMap(service.client, it))
  const jobs = specs.map((it) => ({ map: JSON.stringify(generateMap(it)) }))
  add(into, 'BullMQ', await rateOf(jobs, (it) => echoQueue.run(it)))
  for (const format of formats) {
    add(into, format, await rateOf(ids, (id) => read(`/maps/${id}/export/${format}`)))
  }
  const repeated = Array.from({ length: WARM_PER_ROUND }, (_, index) => ids[index % ids.length]!)
  add(into, 'the map', await rateOf(repeated, (id) => read(`/maps/${id}`)))
  for (const format of formats) {
    add(into, `${format}, warm`, await rateOf(repeated, (id) => read(`/maps/${id}/export/${format}`)))
  }
}

function specOf(index: number) {
  return { family: 'placed', nodes: NODES, index, seed: SEED } as const
}

async function read(path: string): Promise<void> {
  const { status, body } = await service.client.send('GET', path)
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${body.toString()}`)
}

/** Inputs per second. */
async function rateOf<T>(inputs: readonly T[], work: (input: T) => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await runConcurrently(inputs, IN_FLIGHT, work)
  return (1_000 * inputs.length) / (performance.now() - started)
}

function add(into: Rates, name: string, rate: number): void {
  ;(into[name] ??= []).push(rate)
}

function report(rates: Rates): void {
  console.log(`Maps of ${NODES} services, ${IN_FLIGHT} requests in flight, ${ROUNDS} rounds, exports a second\n`)
  const lines = formats.map((it) => [it, 'BullMQ', MIN_RATIO.cold] as const)
  const warmLines = formats.map((it) => [`${it}, warm`, 'the map', MIN_RATIO.warm] as const)
  for (const [name, other, least] of [...lines, ...warmLines]) {
    const ratios = rates[name]!.map((it, index) => it / rates[other]![index]!)
    const ratio = median(ratios)
    const words = [
      name.padEnd(16),
      rateText(rates[name]!),
      '÷',
      other,
      rateText(rates[other]!),
      '=',
      ratio.toFixed(2),
      rangeText(ratios),
    ]
    console.log([...words, `target ≥ ${least}: ${ratio >= least ? 'met' : 'MISSED'}`].join('  '))
  }
  const reads = rates['the map']!
  const both = median(rates['BullMQ']!.map((rate, index) => 1 / (1 + rate / reads[index]!)))
  console.log(
    `\nA file that cost nothing to make would reach ${both.toFixed(2)}: it takes BullMQ's way and a request all the same.`,
  )
}

function rateText(values: readonly number[]): string {
  return median(values).toFixed(0).padStart(5)
}
