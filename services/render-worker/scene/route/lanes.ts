import type { Point, Rect } from '../draw/display-list.ts'
import { type Path, pointOn, type Segment } from './path.ts'

/** Where the lines found so far run level or upright, so that no other is laid upon them. */
export interface Lanes {
  add(path: Path, ends: CardPair): void
  /** Px of a path on other lines. */
  shared(path: Path, ends: CardPair): Shared
  /** Px of one horizontal or vertical segment on other lines. */
  sharedBetween(from: Point, to: Point, ends: CardPair): Shared
  /** Lines that `shared` has looked at so far, for those that have a budget. */
  readonly compared: number
}

/** Px of a line that lie on other lines. */
export interface Shared {
  /** On lines of edges between other cards. */
  unrelated: number
  /** On lines with the same source or the same target, from which it forks off. */
  fork: number
}

interface CardPair {
  source: Rect
  target: Rect
}

/** A level or upright stretch of a line: at its one coordinate, from and to its other. */
interface Run {
  isLevel: boolean
  at: number
  from: number
  to: number
}

/** Lines nearer to each other than this are one to the eye, also where one ends and the other begins. */
const NEAR = 7
const BUCKET = 16
/** Shorter segments are ignored: corners and stubs. */
const SHORT = 12
const CHORDS = 8

/** Makes lanes without lines. */
export function createLanes(): Lanes {
  const buckets = new Map<number, { run: Run; ends: CardPair }[]>()
  let compared = 0
  const keyOf = (bucket: number, isLevel: boolean): number => 2 * bucket + (isLevel ? 1 : 0)

  function sharedWith(run: Run, { source, target }: CardPair, sum: Shared): void {
    for (let it = Math.floor((run.at - NEAR) / BUCKET); it <= Math.floor((run.at + NEAR) / BUCKET); it++) {
      const inBucket = buckets.get(keyOf(it, run.isLevel))
      if (!inBucket) continue
      compared += inBucket.length
      for (const { run: other, ends } of inBucket) {
        const length = Math.min(run.to, other.to) - Math.max(run.from, other.from) + NEAR
        if (length <= 0 || Math.abs(run.at - other.at) >= NEAR) continue
        const isFork = ends.source === source || ends.target === target
        sum[isFork ? 'fork' : 'unrelated'] += length
      }
    }
  }

  return {
    get compared() {
      return compared
    },
    add(path, ends) {
      for (const run of runsOf(path)) {
        const key = keyOf(Math.floor(run.at / BUCKET), run.isLevel)
        const bucket = buckets.get(key)
        if (bucket) bucket.push({ run, ends })
        else buckets.set(key, [{ run, ends }])
      }
    },
    shared(path, ends) {
      const sum = { unrelated: 0, fork: 0 }
      for (const run of runsOf(path)) sharedWith(run, ends, sum)
      return sum
    },
    sharedBetween(from, to, ends) {
      const sum = { unrelated: 0, fork: 0 }
      const isLevel = from.y === to.y
      const run: Run = isLevel
        ? { isLevel, at: from.y, from: Math.min(from.x, to.x), to: Math.max(from.x, to.x) }
        : { isLevel, at: from.x, from: Math.min(from.y, to.y), to: Math.max(from.y, to.y) }
      if (run.to - run.from >= SHORT) sharedWith(run, ends, sum)
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
    const points = segment.length === 2 ? segment : pointsOn(segment)
    for (let it = 1; it < points.length; it++) {
      const [from, to] = [points[it - 1]!, points[it]!]
      const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
      if (height < NEAR && width > height) runs.push({ isLevel: true, at: (from.y + to.y) / 2, ...span(from.x, to.x) })
      else if (width < NEAR && height > width)
        runs.push({ isLevel: false, at: (from.x + to.x) / 2, ...span(from.y, to.y) })
    }
  }
  return runs
}

/** Evenly over a curve, but for its very ends. */
function pointsOn(curve: Segment): Point[] {
  return Array.from({ length: CHORDS }, (_, it) => pointOn(curve, (it + 0.5) / CHORDS))
}

function span(a: number, b: number): { from: number; to: number } {
  return { from: Math.min(a, b), to: Math.max(a, b) }
}
