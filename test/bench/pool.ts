/**
 * What a query costs a process that has asked many before: by the pool of the gateway, and by one of postgres.js with as many
 * connections. Both are asked in turn, portion by portion, for a row of one number. `npm run bench:pool`
 */
import postgres from 'postgres'
import { answer } from '../../services/gateway/store/answer.ts'
import { CONNECTIONS, openPool } from '../../services/gateway/store/pool.ts'
import { machineLine } from './api/report.ts'
import { openGround } from './api/servers.ts'
import { inFlight } from './in-flight.ts'

const crowds = [1, 64] as const
const [PORTIONS, PORTION] = [10, 20_000]
const numbers = Array.from({ length: PORTION }, (_, index) => index)

type Asker = (number: number) => Promise<unknown>

await using parts = new AsyncDisposableStack()
const ground = parts.use(await openGround())
console.log(`${machineLine()}\n\nCPU µs a query, after so many: ours, postgres.js' own, ratio`)
for (const crowd of crowds) {
  const ours = parts.adopt(openPool(ground.databaseUrl), (it) => it.end())
  const theirs = parts.adopt(postgres(ground.databaseUrl, { max: CONNECTIONS, fetch_types: false }), (it) => it.end())
  const askers: [Asker, Asker] = [
    (number) => answer(ours`select ${number}::int`),
    async (number) => theirs`select ${number}::int`,
  ]
  // Every connection is open, and idle again.
  for (const ask of askers) await Promise.all(numbers.slice(0, CONNECTIONS).map(ask))
  for (let portion = 1; portion <= PORTIONS; portion++) {
    const [our, their] = [await costOf(askers[0], crowd), await costOf(askers[1], crowd)]
    const figures = [our, their].map((it) => it.toFixed(1).padStart(7))
    const words = [`${crowd} at a time`.padEnd(13), String(portion * PORTION).padStart(8), ...figures]
    console.log(words.join(' '), (their / our).toFixed(2).padStart(7))
  }
}

/** Microseconds of processor time for each query of a portion. */
async function costOf(ask: Asker, crowd: number): Promise<number> {
  const before = process.cpuUsage()
  await inFlight(numbers, crowd, ask)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / PORTION
}
