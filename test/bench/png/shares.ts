import { availableParallelism } from 'node:os'
import type { Cell } from './cells.ts'

export interface ShareSettings {
  rounds: number
  /** What all rounds may take together. */
  budgetMs: number
  /** What a variant draws in a round for one figure, about. */
  sliceMs: number
  /** Whoever needs longer for one picture is asked for one at a time only. */
  patienceMs: number
}

/** How many pictures make a figure: by round. */
export type Share = readonly number[]

const MOST_PICTURES = 200
/** The slow ones do not get more time than that many slices a round. */
const MOST_SLICES = 2
const STEP = 0.9
const LEAST = 0.05

/**
 * Shares out the time: all get the same, the slow ones at least one run, and slices shrink until all rounds fit the budget.
 * @param costOf ms that one picture takes
 */
export function shareOut(
  cells: readonly Cell[],
  costOf: (cell: Cell) => number,
  settings: ShareSettings,
): Map<Cell, Share> {
  for (let factor = 1; ; factor *= STEP) {
    const slice = settings.sliceMs * factor
    const shares = new Map(cells.map((it) => [it, shareOf(it, costOf(it), slice, settings)]))
    const total = cells.reduce((sum, it) => sum + durationOf(it, costOf(it), shares.get(it)!), 0)
    if (total <= settings.budgetMs || factor < LEAST) return shares
  }
}

function shareOf({ inFlight }: Cell, cost: number, slice: number, { rounds, patienceMs }: ShareSettings): Share {
  if (!Number.isFinite(cost) || (inFlight > 1 && cost > patienceMs)) return Array.from({ length: rounds }, () => 0)
  const each = cost / parallel(inFlight)
  // In a short run, those that end early would leave the others alone.
  const least = cost < slice / 4 ? 2 * inFlight : inFlight
  const count = Math.min(MOST_PICTURES, Math.max(least, Math.floor(slice / each)))
  const affordable = Math.max(1, Math.floor((MOST_SLICES * rounds * slice) / (count * each)))
  return Array.from({ length: rounds }, (_, round) => (round < affordable ? count : 0))
}

function durationOf({ inFlight }: Cell, cost: number, share: Share): number {
  const count = share.reduce((sum, it) => sum + it, 0)
  return count === 0 ? 0 : (count * cost) / parallel(inFlight)
}

function parallel(inFlight: number): number {
  return Math.min(inFlight, availableParallelism())
}
