import type { Budget } from '../geometry/budget.ts'
import type { Path } from '../geometry/path.ts'
import type { Point, Rect } from '../geometry/rect.ts'
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

/** A route as a polyline, with its bounding box. */
export interface Polyline extends Extent {
  points: readonly Point[]
}

/** A bounding box by its borders, which contains its points without rounding errors. */
interface Extent {
  left: number
  top: number
  right: number
  bottom: number
}

/** Counts no crossings, for maps in which counting would take too long. */
export const noCrossings: Crossings = { add: () => {}, remove: () => {}, count: () => 0, near: () => [] }

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
      budget.spend(routes.size)
      let count = 0
      for (const other of routes.values()) {
        if (!doBoundsMeet(own, other)) continue
        budget.spend(own.points.length * other.points.length)
        count += crossingsOf(own.points, other.points, other)
        if (count > most) return count
      }
      return count
    },
    near({ x, y, width, height }) {
      const around = { left: x, top: y, right: x + width, bottom: y + height }
      return routes
        .values()
        .filter((it) => doBoundsMeet(it, around))
        .map((it) => it.points)
    },
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
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const { x, y } of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { points, left, top, right, bottom }
}

/** Counts the crossings of two routes. */
export function polylineCrossings(a: Polyline, b: Polyline): number {
  return doBoundsMeet(a, b) ? crossingsOf(a.points, b.points, b) : 0
}

/** Whether two bounding boxes share a point, even on their borders, since a straight segment has no area. */
function doBoundsMeet(a: Extent, b: Extent): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
}

const EVERYWHERE: Extent = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }

/**
 * Counts the crossings of two polylines.
 *
 * @param extent bounding box of `b`; segments of `a` outside it are not compared
 */
export function crossingsOf(a: readonly Point[], b: readonly Point[], extent: Extent = EVERYWHERE): number {
  let count = 0
  for (let i = 1; i < a.length; i++) {
    const from = a[i - 1]!
    const to = a[i]!
    if (Math.max(from.x, to.x) < extent.left || Math.min(from.x, to.x) > extent.right) continue
    if (Math.max(from.y, to.y) < extent.top || Math.min(from.y, to.y) > extent.bottom) continue
    for (let j = 1; j < b.length; j++) if (doStretchesCross(from, to, b[j - 1]!, b[j]!)) count++
  }
  return count
}
