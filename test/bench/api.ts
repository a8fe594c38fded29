/**
 * What our gateway's care costs: the same requests to it, and to a bare handler of Express and postgres.js that sends the same
 * SQL to the same database and does nothing else. `npm run bench:api -- --help` names the options.
 */
import { parseArgs } from 'node:util'
import { cellsOf, prepareSurroundings } from './api/cells.ts'
import { listMany } from './api/long-list.ts'
import { measure } from './api/measure.ts'
import { printProfiles } from './api/profile.ts'
import { cellLines, loadText, longListLines, machineLine } from './api/report.ts'
import { checkSameAnswers } from './api/same-answers.ts'
import { checkSameSql } from './api/same-sql.ts'
import { openGround, startWay, type Way, type WayName } from './api/servers.ts'

/** A service is compiled as far as it will be after some fifty thousand requests; some processes are quicker for life than others. */
const thorough = { processes: 2, rounds: 5, sliceMs: 1_000, warmUpMs: 20_000, listMs: 2_000, profileMs: 5_000 }
const quick = { processes: 1, rounds: 3, sliceMs: 700, warmUpMs: 1_500, listMs: 700, profileMs: 2_500 }
const usage = `npm run bench:api -- [options]
  --quick         a first impression within two minutes
  --sizes 5,50    maps of so many nodes; 5,50,500 where not set, 50 with --quick or --profile
  --profile       tells where the gateway's time goes instead`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit()
}
// What we have started ends with us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
const sizes = readSizes(values.sizes ?? (values.quick || values.profile ? '50' : '5,50,500'))
const effort = values.quick ? quick : thorough
const started = performance.now()

await using parts = new AsyncDisposableStack()
const ground = parts.use(await openGround())
console.log(machineLine())
say('Filling the database …')
const surroundings = await prepareSurroundings(ground, sizes)
await checkSameSql(ground.databaseUrl, surroundings.newcomers.id)

if (values.profile) await printProfiles(ground, surroundings, sizes[0]!, effort.profileMs)
else await compare()
console.log(`\nAll in ${Math.round((performance.now() - started) / 1_000)} s, load at the end ${loadText()}.`)

async function compare(): Promise<void> {
  {
    await using processes = new AsyncDisposableStack()
    const start = async (name: WayName): Promise<Way> => processes.use(await startWay(name, ground))
    const ways: Way[] = []
    for (let pair = 0; pair < effort.processes; pair++) {
      const [ours, bare] = [await start('ours'), await start('bare')]
      if (pair === 0) tellSameness(await checkSameAnswers(ours, bare, surroundings))
      ways.push(ours, bare)
    }
    const cells = await measure(cellsOf(sizes), ways, ground, surroundings, { ...effort, say })
    console.log(cellLines(cells))
  }
  say('Listing many maps …')
  const lists = await listMany(ground, effort.rounds, effort.listMs)
  console.log(`\nA workspace of many maps of 5 nodes, listed over one connection\n${longListLines(lists)}`)
}

function tellSameness(count: number): void {
  console.log(`Both ways send the same SQL, and gave equal answers to ${count} kinds of request.\n`)
}

function readSizes(text: string): number[] {
  const wrong = text.split(',').find((it) => !/^[1-9]\d{0,3}$/.test(it))
  if (wrong !== undefined) throw new Error(`--sizes: ${wrong} is no number of nodes from 1 to 2000`)
  return text.split(',').map(Number)
}

/** What we are at, for whoever watches; the report alone is on stdout. */
function say(text: string): void {
  console.error(text)
}
