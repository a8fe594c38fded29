import { availableParallelism } from 'node:os'
import { type Cell, cellsOf, type Group } from './cells.ts'
import { median } from '../statistics.ts'
import { type Dispatcher, keyOf, type Workload } from './dispatcher.ts'

/** How long measurements take. */
export interface Effort {
  rounds: number
  /** Approximate time of a cell in a round. */
  sliceMs: number
  /** A variant that takes longer per picture is measured without concurrency. */
  maxPictureMs: number
  /** Warm-up time of a variant for a kind of map. */
  warmUpMs: number
  /** Prints progress. */
  log: (text: string) => void
}

const MAX_PICTURES = 200

/** Measures all cells. The variants alternate in each round, so that changes of the machine's load affect all of them. */
export async function measure(groups: readonly Group[], dispatcher: Dispatcher, settings: Effort): Promise<Cell[]> {
  const { rounds, log } = settings
  const cells = groups.flatMap(cellsOf)
  log('Warming up …')
  const costs = await warmUp(groups, dispatcher, settings)
  for (const cell of cells) cell.failure = costs.get(keyOf(cell))?.failure
  for (let round = 0; round < rounds; round++) {
    log(`Round ${round + 1} of ${rounds} …`)
    for (const group of groups) {
      const own = cells.filter((it) => it.family === group.family && it.nodes === group.nodes)
      // The first cell of a round is the last of the next.
      for (const cell of round % 2 === 0 ? own : own.toReversed()) {
        const count = countOf(cell, costs.get(keyOf(cell))?.ms ?? Infinity, settings)
        if (count > 0 && cell.failure === undefined) await measureCell(cell, round, count, dispatcher)
      }
    }
  }
  return cells
}

/** Number of pictures of a cell in one round: as many as fit into `sliceMs`, but at least `inFlight`. */
function countOf({ inFlight }: Cell, costMs: number, { sliceMs, maxPictureMs }: Effort): number {
  if (!Number.isFinite(costMs) || (inFlight > 1 && costMs > maxPictureMs)) return 0
  const inSlice = Math.floor((sliceMs / costMs) * Math.min(inFlight, availableParallelism()))
  return Math.min(MAX_PICTURES, Math.max(inFlight, inSlice))
}

async function measureCell(cell: Cell, round: number, count: number, dispatcher: Dispatcher): Promise<void> {
  try {
    cell.runs[round] = await dispatcher.draw(cell, count, cell.inFlight)
  } catch (error) {
    cell.failure = (error as Error).message
  }
}

/** The time for one picture in ms, or the reason why there is none. */
interface Cost {
  ms: number
  failure?: string
}

async function warmUp(
  groups: readonly Group[],
  dispatcher: Dispatcher,
  { warmUpMs, maxPictureMs }: Effort,
): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>()
  for (const { family, nodes, variants } of groups) {
    for (const variant of variants) {
      const workload = { variant, family, nodes }
      const smaller = [...costs].filter(([key]) => key.startsWith(`${variant} ${family} `))
      const isTooSlow = smaller.some(([, { ms }]) => !(ms < maxPictureMs))
      if (isTooSlow) costs.set(keyOf(workload), { ms: Infinity, failure: 'smaller maps take too long' })
      else costs.set(keyOf(workload), await costOf(workload, dispatcher, warmUpMs))
    }
  }
  return costs
}

/** Draws for `warmUpMs`, at least one picture. The last batch determines the cost. */
async function costOf(workload: Workload, dispatcher: Dispatcher, warmUpMs: number): Promise<Cost> {
  const end = performance.now() + warmUpMs
  let count = 1
  try {
    for (;;) {
      const { pictures } = await dispatcher.draw(workload, count, 1)
      if (performance.now() > end) return { ms: median(pictures.map((it) => it.ms)) }
      count = Math.min(2 * count, 16)
    }
  } catch (error) {
    return { ms: Infinity, failure: (error as Error).message }
  }
}
