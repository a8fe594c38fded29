import type { Budget } from '../geometry/budget.ts'
import type { Path } from '../geometry/path.ts'
import { boundingBox, doOverlap, inflate, type Point, type Rect } from '../geometry/rect.ts'
import { doStretchesCross, pointOn } from '../geometry/segment.ts'
import { CROSSING_CHORD, MAX_CROSSING_CHORDS } from './tuning.ts'

/** Counts the crossings of a path with the routes found so far. */
export interface Crossings {
  add(path: Path): void
  remove(path: Path): void
  /** Number of crossings of a path with the routes. Counting stops above `most`. Returns 0 once the budget is spent. */
  count(path: Path, most?: number): number
  /** The polylines of the routes near a rectangle. */
  near(rect: Rect): Iterable<readonly Point[]>
}

/** A route as a polyline. */
export interface Polyline {
  points: readonly Point[]
  /** Its bounding box and a px around it, since that of a straight line has no area. */
  bounds: Rect
}

/** Creates a counter of crossings without routes. @param budget of compared routes and segments */
export function createCrossings(budget: Budget): Crossings {
  const routes = new Map<Path, Polyline>()
  return {
    add(path) {
      routes.set(path, polylineOf(path))
    },
    remove(path) {
      routes.delete(path)
    },
    count(path, most = Infinity) {
      if (budget.isSpent) return 0
      const own = polylineOf(path)
      let count = 0
      for (const other of routes.values()) {
        count += polylineCrossings(own, other, budget)
        if (count > most) return count
      }
      return count
    },
    near: (rect) =>
      routes
        .values()
        .filter((it) => doOverlap(it.bounds, rect))
        .map((it) => it.points),
  }
}

/** A path as a polyline. */
export function polylineOf({ segments, lengths }: Path): Polyline {
  const points: Point[] = []
  for (const [index, segment] of segments.entries()) {
    if (segment.length === 2) points.push(segment[0])
    else {
      const chords = Math.min(MAX_CROSSING_CHORDS, Math.ceil(lengths[index]! / CROSSING_CHORD))
      for (let chord = 0; chord < chords; chord++) points.push(pointOn(segment, chord / chords))
    }
  }
  points.push(segments.at(-1)!.at(-1)!)
  return polylineThrough(points)
}

/** The polyline through these points. */
export function polylineThrough(points: readonly Point[]): Polyline {
  return { points, bounds: inflate(boundingBox(points), 1) }
}

/** Counts the crossings of two routes. @param budget of compared segments */
export function polylineCrossings(a: Polyline, b: Polyline, budget?: Budget): number {
  const isNear = doOverlap(a.bounds, b.bounds)
  budget?.spend(isNear ? a.points.length * b.points.length : 1)
  if (!isNear) return 0
  const { x, y, width, height } = b.bounds
  let count = 0
  for (let i = 1; i < a.points.length; i++) {
    const from = a.points[i - 1]!
    const to = a.points[i]!
    if (Math.max(from.x, to.x) < x || Math.min(from.x, to.x) > x + width) continue
    if (Math.max(from.y, to.y) < y || Math.min(from.y, to.y) > y + height) continue
    for (let j = 1; j < b.points.length; j++) if (doStretchesCross(from, to, b.points[j - 1]!, b.points[j]!)) count++
  }
  return count
}
