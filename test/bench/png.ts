/**
 * How quickly our pictures are made, against the least that Chromium can do and against other ways of using it.
 * `npm run bench:png -- --help` names the options.
 */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../infra/local/chromium.ts'
import { openReaper } from '../../infra/local/reaper/reaper.ts'
import { cacheFolder } from '../../infra/local/state.ts'
import { type BenchOptions, readOptions, usage } from './options.ts'
import { groupsOf } from './png/cells.ts'
import { describeMachine } from './png/machine.ts'
import { measure } from './png/measure.ts'
import { prepareDrawings } from './png/prepare-drawings.ts'
import { ratiosOf } from './png/ratios.ts'
import { ratioLines, tableOf } from './png/report.ts'
import { type Runner, startRunner } from './png/runner.ts'
import { createStudio } from './png/studio.ts'
import type { Surroundings } from './png/variant.ts'
import type { VariantName } from './png/variants.ts'

const thorough = { rounds: 5, sliceMs: 1_500, warmUpMs: 1_500, patienceMs: 6_000 }
const quick = { rounds: 2, sliceMs: 400, warmUpMs: 400, patienceMs: 1_500 }

if (process.argv.includes('--help')) {
  console.log(usage)
  process.exit()
}
// What we have started ends with us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
await run(readOptions(process.argv.slice(2)))

async function run(options: BenchOptions): Promise<void> {
  const { isQuick, sizes, only, seed, jsonFile } = options
  const effort = isQuick ? quick : thorough
  const started = performance.now()
  await using parts = new AsyncDisposableStack()
  const reaper = parts.use(await openReaper())
  const folder = await mkdtemp(join(tmpdir(), 'maps-bench-'))
  reaper.removeAtEnd(folder)
  const surroundings: Surroundings = { folder, chromium: await findChromium(process.env.CHROMIUM_PATH, cacheFolder) }
  const machine = await describeMachine(surroundings)
  console.log([...machine, `seed ${seed}, scale 2`].join('\n'))

  say('Preparing drawings …')
  await prepareDrawings(sizes, seed, surroundings)
  const runners = new Map<VariantName, Runner>()
  for (const name of only) runners.set(name, parts.use(await startRunner(name, surroundings)))
  const studio = createStudio(runners, seed)
  const groups = groupsOf(sizes, only)
  const cells = await measure(groups, studio, { ...effort, say })
  for (const group of groups) if (group.variants.length > 0) console.log(`\n${tableOf(group, cells)}`)
  const ratios = ratiosOf(cells)
  console.log(`\n${ratioLines(ratios)}`)
  console.log(`\nAll in ${Math.round((performance.now() - started) / 1_000)} s.`)
  if (jsonFile) await writeFile(jsonFile, JSON.stringify({ machine, options, cells, ratios }))
}

/** Progress, on stderr; the report alone is on stdout. */
function say(text: string): void {
  console.error(text)
}
