import { availableParallelism } from 'node:os'
import { type Cell, cellsOf, type Group } from './cells.ts'
import { median } from '../statistics.ts'
import type { Studio, Subject } from './studio.ts'

export interface MeasureSettings {
  rounds: number
  /** What a variant draws in a round for one figure, about. */
  sliceMs: number
  /** A variant that needs longer for one picture draws one at a time only. */
  patienceMs: number
  /** How long each variant warms up for each kind of map. */
  warmUpMs: number
  say: (text: string) => void
}

const MAX_PICTURES = 200

/** Has all variants draw the same kind of maps in turn, round after round, so that the machine's moods hit all alike. */
export async function measure(groups: readonly Group[], studio: Studio, settings: MeasureSettings): Promise<Cell[]> {
  const { rounds, say } = settings
  const cells = groups.flatMap(cellsOf)
  say('Warming up …')
  const costs = await warmUp(groups, studio, settings)
  for (const cell of cells) cell.failure = costs.get(nameOf(cell))?.failure
  for (let round = 0; round < rounds; round++) {
    say(`Round ${round + 1} of ${rounds} …`)
    for (const group of groups) {
      const own = cells.filter((it) => it.family === group.family && it.nodes === group.nodes)
      // The first of one round is the last of the next.
      for (const cell of round % 2 === 0 ? own : own.toReversed()) {
        const count = countOf(cell, costs.get(nameOf(cell))?.ms ?? Infinity, settings)
        if (count > 0 && cell.failure === undefined) await drawOnce(cell, round, count, studio)
      }
    }
  }
  return cells
}

/** Pictures of a cell in one round: a slice of time's worth, and one for each in flight at least. */
function countOf({ inFlight }: Cell, costMs: number, { sliceMs, patienceMs }: MeasureSettings): number {
  if (!Number.isFinite(costMs) || (inFlight > 1 && costMs > patienceMs)) return 0
  const inSlice = Math.floor((sliceMs / costMs) * Math.min(inFlight, availableParallelism()))
  return Math.min(MAX_PICTURES, Math.max(inFlight, inSlice))
}

async function drawOnce(cell: Cell, round: number, count: number, studio: Studio): Promise<void> {
  try {
    cell.runs[round] = await studio.draw(cell, count, cell.inFlight)
  } catch (error) {
    cell.failure = (error as Error).message
  }
}

/** ms for one picture, or why there is none. */
interface Cost {
  ms: number
  failure?: string
}

async function warmUp(
  groups: readonly Group[],
  studio: Studio,
  { warmUpMs, patienceMs }: MeasureSettings,
): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>()
  for (const { family, nodes, variants } of groups) {
    for (const variant of variants) {
      const subject = { variant, family, nodes }
      const before = [...costs].filter(([name]) => name.startsWith(`${variant} ${family} `)).map(([, it]) => it)
      const isHopeless = before.some((it) => !(it.ms < patienceMs))
      costs.set(
        nameOf(subject),
        isHopeless ? { ms: Infinity, failure: 'smaller maps take too long' } : await costOf(subject, studio, warmUpMs),
      )
    }
  }
  return costs
}

/** Draws until the time is over, at least one picture; the last ones tell the cost. */
async function costOf(subject: Subject, studio: Studio, warmUpMs: number): Promise<Cost> {
  const end = performance.now() + warmUpMs
  let count = 1
  try {
    for (;;) {
      const { pictures } = await studio.draw(subject, count, 1)
      if (performance.now() > end) return { ms: median(pictures.map((it) => it.ms)) }
      count = Math.min(2 * count, 16)
    }
  } catch (error) {
    return { ms: Infinity, failure: (error as Error).message }
  }
}

function nameOf({ variant, family, nodes }: Subject): string {
  return `${variant} ${family} ${nodes}`
}
