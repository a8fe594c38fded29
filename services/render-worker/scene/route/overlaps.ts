import type { Path } from '../geometry/path.ts'
import type { Point, Rect } from '../geometry/rect.ts'
import { pointOn, type Segment } from '../geometry/segment.ts'

/** Measures how much a path overlaps the horizontal and vertical parts of the routes found so far. */
export interface Overlaps {
  add(path: Path, cards: CardPair): void
  /** Overlap of a path with other routes. */
  measurePath(path: Path, cards: CardPair): Overlap
  /** Overlap of a run with other routes. */
  measureRun(run: Run, cards: CardPair): Overlap
  /** Number of routes visited so far, for callers with a budget. */
  readonly compared: number
}

/** Px of a line that are on other routes. */
export interface Overlap {
  /** Px on routes that share neither its source nor its target, or both, so that two edges look like one. */
  unrelated: number
  /** Px on routes with either the same source or the same target, where the line seems to fork. */
  fork: number
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

/** Px between two runs, or between their ends, below which they look like one. */
const NEAR = 7
const BUCKET = 16
/** Minimum length of a segment in px. Shorter segments, as at corners, are ignored. */
const SHORT = 12
const CHORDS = 8

/** Creates a measure of overlaps without routes. */
export function createOverlaps(): Overlaps {
  const buckets = new Map<number, { run: Run; cards: CardPair }[]>()
  let compared = 0
  const keyOf = (bucket: number, isHorizontal: boolean): number => 2 * bucket + (isHorizontal ? 1 : 0)

  function addOverlap(sum: Overlap, run: Run, { source, target }: CardPair): void {
    const last = Math.floor((run.at + NEAR) / BUCKET)
    for (let bucket = Math.floor((run.at - NEAR) / BUCKET); bucket <= last; bucket++) {
      const inBucket = buckets.get(keyOf(bucket, run.isHorizontal))
      if (!inBucket) continue
      compared += inBucket.length
      for (const { run: other, cards } of inBucket) {
        const length = Math.min(run.to, other.to) - Math.max(run.from, other.from) + NEAR
        if (length <= 0 || Math.abs(run.at - other.at) >= NEAR) continue
        // Edges that share both cards are no fork: readers would see one edge.
        const isFork = (cards.source === source) !== (cards.target === target)
        sum[isFork ? 'fork' : 'unrelated'] += length
      }
    }
  }

  return {
    get compared() {
      return compared
    },
    add(path, cards) {
      for (const run of runsOf(path)) {
        const key = keyOf(Math.floor(run.at / BUCKET), run.isHorizontal)
        const bucket = buckets.get(key)
        if (bucket) bucket.push({ run, cards })
        else buckets.set(key, [{ run, cards }])
      }
    },
    measurePath(path, cards) {
      const sum = { unrelated: 0, fork: 0 }
      for (const run of runsOf(path)) addOverlap(sum, run, cards)
      return sum
    },
    measureRun(run, cards) {
      const sum = { unrelated: 0, fork: 0 }
      if (run.to - run.from >= SHORT) addOverlap(sum, run, cards)
      return sum
    },
  }
}

function runsOf({ segments, lengths }: Path): Run[] {
  const runs: Run[] = []
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index]!
    const length = lengths[index] ?? 0
    if (length < SHORT) continue
    const points = segment.length === 2 ? segment : chordsOf(segment)
    for (let end = 1; end < points.length; end++) {
      const from = points[end - 1]!
      const to = points[end]!
      const width = Math.abs(to.x - from.x)
      const height = Math.abs(to.y - from.y)
      if (height < NEAR && width > height) runs.push(horizontalRun((from.y + to.y) / 2, from.x, to.x))
      else if (width < NEAR && height > width) runs.push(verticalRun((from.x + to.x) / 2, from.y, to.y))
    }
  }
  return runs
}

/** Evenly spaced points of a curve, without its ends. */
function chordsOf(curve: Segment): Point[] {
  return Array.from({ length: CHORDS }, (_, it) => pointOn(curve, (it + 0.5) / CHORDS))
}

function horizontalRun(y: number, a: number, b: number): Run {
  return { isHorizontal: true, at: y, from: Math.min(a, b), to: Math.max(a, b) }
}

function verticalRun(x: number, a: number, b: number): Run {
  return { isHorizontal: false, at: x, from: Math.min(a, b), to: Math.max(a, b) }
}
