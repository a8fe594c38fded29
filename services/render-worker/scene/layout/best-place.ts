import type { Budget } from '../geometry/budget.ts'
import type { RectIndex } from '../geometry/rect-index.ts'
import { middleOf, type Point, type Rect } from '../geometry/rect.ts'
import { between, distanceBetween, doStretchesCross } from '../geometry/segment.ts'
import { GAP, ringOf } from './free-place.ts'

/** Number of rings of candidates around the ideal place, and parts of a card with its gap from one to the next. */
const RINGS = 24
const PARTS = 2
/** What a crossing, or a card in the way, is worth in px of length. */
const costs = { crossing: 1_000, card: 1_000 } as const
/** What it takes to see whether a place is free, in compared stretches. */
const CANDIDATE = 10
/** Px between the points of a line at which cards are looked for, and their maximum number. */
const STEP = 24
const MAX_POINTS = 500

/** A straight part of a line. */
export type Stretch = readonly [Point, Point]

/** What a card is placed among. */
export interface Surroundings {
  /** The other cards. */
  index: RectIndex
  /** The lines between these. */
  stretches: readonly Stretch[]
  /** Of compared stretches. */
  budget: Budget
}

const candidates = Array.from({ length: RINGS + 1 }, (_, ring) => ringOf(ring)).flat()

/**
 * Finds the free place near an ideal one from which straight lines to the neighbours are short, and cross few other lines and cards.
 * @param clearance px between the card and any other
 * @returns undefined if there is no free place, or the budget is spent before one is rated
 */
export function bestPlace(
  ideal: Rect,
  neighbours: readonly Rect[],
  clearance: number,
  around: Surroundings,
): Rect | undefined {
  const step = { x: (ideal.width + GAP.x) / PARTS, y: (ideal.height + GAP.y) / PARTS }
  let best: Rect | undefined
  let least = Infinity
  for (const { x, y } of candidates) {
    if (around.budget.isSpent) break
    around.budget.spend(CANDIDATE)
    const rect = { ...ideal, x: Math.round(ideal.x + x * step.x), y: Math.round(ideal.y + y * step.y) }
    if (around.index.overlap(rect, clearance, 0) > 0) continue
    const cost = costOf(rect, neighbours, around, least)
    if (cost >= least) continue
    least = cost
    best = rect
  }
  return best
}

/** Cost of the lines between a card and its neighbours; too low above `most`. */
function costOf(rect: Rect, neighbours: readonly Rect[], around: Surroundings, most: number): number {
  const at = middleOf(rect)
  const lines = neighbours.map((it): Stretch => [at, middleOf(it)])
  let cost = lines.reduce((sum, it) => sum + distanceBetween(...it), 0)
  for (const [index, line] of lines.entries()) {
    if (cost >= most) break
    cost += costs.card * cardsOn(line, neighbours[index]!, around)
    if (cost < most) cost += costs.crossing * crossingsOf(line, around)
  }
  return cost
}

function crossingsOf(line: Stretch, { stretches, budget }: Surroundings): number {
  budget.spend(stretches.length)
  let count = 0
  for (const other of stretches) if (doStretchesCross(...line, ...other)) count++
  return count
}

/** Counts the cards on a line to a neighbour, without the neighbour. */
function cardsOn(line: Stretch, neighbour: Rect, { index, budget }: Surroundings): number {
  const [from, to] = line
  const count = Math.min(MAX_POINTS, Math.floor(distanceBetween(...line) / STEP))
  const found = new Set<Rect>()
  budget.spend(count)
  for (let it = 1; it < count; it++) {
    for (const card of index.at(between(from, to, it / count))) found.add(card)
  }
  found.delete(neighbour)
  return found.size
}
