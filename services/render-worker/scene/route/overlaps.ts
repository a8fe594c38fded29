import type { Budget } from '../geometry/budget.ts'
import type { Path } from '../geometry/path.ts'
import type { Point, Rect } from '../geometry/rect.ts'
import { pointOn, type Segment } from '../geometry/segment.ts'
import { OVERLAP_CHORDS, OVERLAP_DISTANCE, OVERLAP_LENGTH } from './tuning.ts'

/**
 * Measures how many px of a line are on the horizontal and vertical parts of the routes found so far, so that two edges look like one. Routes
 * with either the same source or the same target do not count: the line seems to fork there.
 */
export interface Overlaps {
  add(path: Path, cards: CardPair): void
  remove(path: Path): void
  measurePath(path: Path, cards: CardPair): number
  measureRun(run: Run, cards: CardPair): number
}

interface CardPair {
  source: Rect
  target: Rect
}

/** A horizontal or vertical part of a line: its constant coordinate, and the range of the other one. */
export interface Run {
  isHorizontal: boolean
  at: number
  from: number
  to: number
}

/** Width of the stripes by which runs are indexed, in px. */
const STRIPE = 16

/** Creates a measure of overlaps without routes. @param budget of compared runs */
export function createOverlaps(budget: Budget): Overlaps {
  const stripes = new Map<number, { run: Run; cards: CardPair; path: Path }[]>()
  const keyOf = (stripe: number, isHorizontal: boolean): number => 2 * stripe + (isHorizontal ? 1 : 0)

  function overlapOf(run: Run, { source, target }: CardPair): number {
    let sum = 0
    const last = Math.floor((run.at + OVERLAP_DISTANCE) / STRIPE)
    for (let stripe = Math.floor((run.at - OVERLAP_DISTANCE) / STRIPE); stripe <= last; stripe++) {
      const inStripe = stripes.get(keyOf(stripe, run.isHorizontal))
      if (!inStripe) continue
      budget.spend(inStripe.length)
      for (const { run: other, cards } of inStripe) {
        const length = Math.min(run.to, other.to) - Math.max(run.from, other.from) + OVERLAP_DISTANCE
        if (length <= 0 || Math.abs(run.at - other.at) >= OVERLAP_DISTANCE) continue
        const isFork = (cards.source === source) !== (cards.target === target)
        if (!isFork) sum += length
      }
    }
    return sum
  }

  return {
    add(path, cards) {
      for (const run of runsOf(path)) {
        const key = keyOf(Math.floor(run.at / STRIPE), run.isHorizontal)
        const stripe = stripes.get(key)
        if (stripe) stripe.push({ run, cards, path })
        else stripes.set(key, [{ run, cards, path }])
      }
    },
    remove(path) {
      for (const run of runsOf(path)) {
        const key = keyOf(Math.floor(run.at / STRIPE), run.isHorizontal)
        const inStripe = stripes.get(key)!
        budget.spend(inStripe.length)
        stripes.set(
          key,
          inStripe.filter((it) => it.path !== path),
        )
      }
    },
    measurePath: (path, cards) => runsOf(path).reduce((sum, run) => sum + overlapOf(run, cards), 0),
    measureRun: (run, cards) => (run.to - run.from < OVERLAP_LENGTH ? 0 : overlapOf(run, cards)),
  }
}

function runsOf({ segments, lengths }: Path): Run[] {
  const runs: Run[] = []
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index]!
    const length = lengths[index] ?? 0
    if (length < OVERLAP_LENGTH) continue
    const points = segment.length === 2 ? segment : chordsOf(segment)
    for (let end = 1; end < points.length; end++) {
      const from = points[end - 1]!
      const to = points[end]!
      const width = Math.abs(to.x - from.x)
      const height = Math.abs(to.y - from.y)
      if (height < OVERLAP_DISTANCE && width > height) runs.push(runOf(true, (from.y + to.y) / 2, from.x, to.x))
      else if (width < OVERLAP_DISTANCE && height > width) runs.push(runOf(false, (from.x + to.x) / 2, from.y, to.y))
    }
  }
  return runs
}

/** Evenly spaced points of a curve, without its ends. */
function chordsOf(curve: Segment): Point[] {
  return Array.from({ length: OVERLAP_CHORDS }, (_, it) => pointOn(curve, (it + 0.5) / OVERLAP_CHORDS))
}

/** A run between two coordinates, in any order. */
export function runOf(isHorizontal: boolean, at: number, a: number, b: number): Run {
  return { isHorizontal, at, from: Math.min(a, b), to: Math.max(a, b) }
}
