import type { Point, Rect } from '../draw/display-list.ts'
import type { Path } from '../geometry/path.ts'
import { pointOn } from '../geometry/segment.ts'

/** The routes found so far, to count how many a further one would cross. */
export interface Crossings {
  add(path: Path): void
  /** How often a path crosses the routes, counted no further than beyond `most`; 0 once too much has been compared. */
  count(path: Path, most?: number): number
  /** The routes that come near a rectangle, as straight parts. */
  near(rect: Rect): Iterable<readonly Point[]>
}

/** Straight parts that stand for a curve. */
const CHORDS = 6
/** Most comparisons of routes and of their parts for all edges of a map; where they lie in a heap, each crosses all. */
const MAX_COMPARED = 5_000_000

/** A route as straight parts, with the rectangle around it. */
interface Polyline extends Extent {
  points: readonly Point[]
}

/** A rectangle by its borders: made of the points of a line, it holds them to the last digit. */
interface Extent {
  left: number
  top: number
  right: number
  bottom: number
}

/** Counts none, for maps in which that would take too long. */
export const noCrossings: Crossings = { add: () => {}, count: () => 0, near: () => [] }

/** Makes a record of crossings that has no route yet. */
export function createCrossings(): Crossings {
  const routes: Polyline[] = []
  let compared = 0
  return {
    add(path) {
      routes.push(polylineOf(path))
    },
    count(path, most = Infinity) {
      if (compared > MAX_COMPARED) return 0
      const own = polylineOf(path)
      compared += routes.length
      let count = 0
      for (const other of routes) {
        if (!doTouch(own, other)) continue
        compared += own.points.length * other.points.length
        count += crossingsOf(own.points, other.points, other)
        if (count > most) return count
      }
      return count
    },
    near({ x, y, width, height }) {
      const around = { left: x, top: y, right: x + width, bottom: y + height }
      return routes
        .values()
        .filter((it) => doTouch(it, around))
        .map((it) => it.points)
    },
  }
}

function polylineOf({ segments }: Path): Polyline {
  const points: Point[] = []
  for (const segment of segments) {
    if (segment.length === 2) points.push(segment[0])
    else for (let chord = 0; chord < CHORDS; chord++) points.push(pointOn(segment, chord / CHORDS))
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

/** Whether two rectangles share a point, if only on their borders: a straight part has no area. */
function doTouch(a: Extent, b: Extent): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
}

const EVERYWHERE: Extent = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }

/**
 * How often two polylines cross.
 *
 * @param extent of `b`: the parts of `a` outside of it are not compared
 */
export function crossingsOf(a: readonly Point[], b: readonly Point[], extent: Extent = EVERYWHERE): number {
  let count = 0
  for (let i = 1; i < a.length; i++) {
    const from = a[i - 1]!
    const to = a[i]!
    if (Math.max(from.x, to.x) < extent.left || Math.min(from.x, to.x) > extent.right) continue
    if (Math.max(from.y, to.y) < extent.top || Math.min(from.y, to.y) > extent.bottom) continue
    for (let j = 1; j < b.length; j++) if (doCross(from, to, b[j - 1]!, b[j]!)) count++
  }
  return count
}

function doCross(a: Point, b: Point, c: Point, d: Point): boolean {
  if (Math.max(a.x, b.x) < Math.min(c.x, d.x) || Math.max(c.x, d.x) < Math.min(a.x, b.x)) return false
  if (Math.max(a.y, b.y) < Math.min(c.y, d.y) || Math.max(c.y, d.y) < Math.min(a.y, b.y)) return false
  return sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0
}

/** Positive on one side of the line through two points, negative on the other. */
function sideOf(a: Point, b: Point, { x, y }: Point): number {
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
}
