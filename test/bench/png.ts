/**
 * Benchmarks PNG exports against the minimum of work in Chromium and against other ways to use Chromium.
 * `npm run bench:png -- --help` names the options.
 */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../infra/local/chromium.ts'
import { openReaper } from '../../infra/local/reaper/reaper.ts'
import { programFolder } from '../../infra/local/state.ts'
import { machineLine } from './machine.ts'
import { type BenchOptions, readOptions, usage } from './options.ts'
import { groupsOf } from './png/cells.ts'
import { readChromiumVersion } from './png/chromium.ts'
import { measure } from './png/measure.ts'
import { prepareDrawings } from './png/prepare-drawings.ts'
import { ratiosOf } from './png/ratios.ts'
import { ratioLines, tableOf } from './png/report.ts'
import { type Runner, startRunner } from './png/runner.ts'
import { createDispatcher } from './png/dispatcher.ts'
import type { VariantContext } from './png/variant.ts'
import type { VariantName } from './png/variants.ts'

const thorough = { rounds: 5, sliceMs: 1_500, warmUpMs: 1_500, maxPictureMs: 6_000 }
const quick = { rounds: 2, sliceMs: 400, warmUpMs: 400, maxPictureMs: 1_500 }

if (process.argv.includes('--help')) {
  console.log(usage)
  process.exit()
}
// Child processes end with this process.
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
  const context: VariantContext = { folder, chromium: await findChromium(process.env.CHROMIUM_PATH, programFolder) }
  const machine = [machineLine(), await readChromiumVersion(context)]
  console.log([...machine, `seed ${seed}, scale 2`].join('\n'))

  log('Preparing drawings …')
  await prepareDrawings(sizes, seed, context)
  const runners = new Map<VariantName, Runner>()
  for (const name of only) runners.set(name, parts.use(await startRunner(name, context)))
  const dispatcher = createDispatcher(runners, seed)
  const groups = groupsOf(sizes, only)
  const cells = await measure(groups, dispatcher, { ...effort, log })
  for (const group of groups) if (group.variants.length > 0) console.log(`\n${tableOf(group, cells)}`)
  const ratios = ratiosOf(cells)
  console.log(`\n${ratioLines(ratios)}`)
  console.log(`\nAll in ${Math.round((performance.now() - started) / 1_000)} s.`)
  if (jsonFile) await writeFile(jsonFile, JSON.stringify({ machine, options, cells, ratios }))
}

/** Prints progress on stderr: stdout has the report alone. */
function log(text: string): void {
  console.error(text)
}
