import { createBudget } from '../geometry/budget.ts'
import { createPath, type Path, samplesOf, sampleStepOf } from '../geometry/path.ts'
import type { Point, Rect } from '../geometry/rect.ts'
import { between, distanceBetween, type Segment } from '../geometry/segment.ts'
import { createSpatialHash } from '../geometry/spatial-hash.ts'
import { polylineCrossings, polylineOf } from './crossings.ts'
import type { Route } from './edge.ts'
import { createObstacles } from './obstacles.ts'
import {
  CURVE_STEP,
  curveFactors,
  CURVES_APART,
  MAX_CROSSINGS_COMPARED,
  MAX_CURVES_COMPARED,
  MAX_SHARED,
  MIN_CURVE_SPAN,
} from './tuning.ts'

/** Side of a cell of the spatial hash, in px. */
const CELL = 16
/** Other shapes of a curve: a factor for each control point, the least changes first. */
const shapes = curveFactors
  .flatMap((first, i) => curveFactors.map((second, j) => ({ shape: [first, second] as const, change: i + j })))
  .sort((a, b) => a.change - b.change)
  .map((it) => it.shape)
  .slice(1)

type Curve = Extract<Segment, { length: 4 }>

/**
 * Changes the shape of curves that overlap other lines. A curve keeps its ends and its directions there; of 48 shapes it gets the one
 * that shares the fewest px with other lines, without running behind cards for longer than before, and without more crossings.
 */
export function separateCurves(routes: readonly Route[], cards: readonly Rect[]): Route[] {
  if (!routes.some(({ path }) => path.segments.some(mayChange))) return [...routes]
  const budget = createBudget(MAX_CURVES_COMPARED)
  const crossingBudget = createBudget(MAX_CROSSINGS_COMPARED)
  const obstacles = createObstacles(cards, budget)
  const paths = routes.map((it) => it.path)
  const polylines = paths.map(polylineOf)
  const step = sampleStepOf(routes, CURVE_STEP)
  const { cellOf, put, at } = createSpatialHash<{ point: Point; path: Path; route: number }>(CELL)

  function addPoints(path: Path, route: number): void {
    for (const point of samplesOf(path, step)) put(cellOf(point.x), cellOf(point.y), { point, path, route })
  }

  /** Px that a curve shares with other lines, beyond `MAX_SHARED` with each. Counting stops at `enough`. */
  function sharedLength(curve: Path, own: number, enough: number): number {
    const shared = new Map<number, number>()
    let sum = 0
    for (const point of samplesOf(curve, CURVE_STEP)) {
      for (const route of routesNear(point, own)) {
        const length = (shared.get(route) ?? 0) + CURVE_STEP
        shared.set(route, length)
        if (length > MAX_SHARED) sum += CURVE_STEP
      }
      if (sum >= enough) return sum
    }
    return sum
  }

  function routesNear(place: Point, own: number): readonly number[] {
    const near: number[] = []
    const lastColumn = cellOf(place.x + CURVES_APART)
    const lastRow = cellOf(place.y + CURVES_APART)
    for (let column = cellOf(place.x - CURVES_APART); column <= lastColumn; column++) {
      for (let row = cellOf(place.y - CURVES_APART); row <= lastRow; row++) {
        const inCell = at(column, row)
        budget.spend(1 + inCell.length)
        for (const { point, path, route } of inCell) {
          // Points of a path that has changed stay in the hash.
          if (route === own || paths[route] !== path || distanceBetween(place, point) >= CURVES_APART) continue
          if (!near.includes(route)) near.push(route)
        }
      }
    }
    return near
  }

  /** Number of crossings of a curve with other lines. Counting stops above `enough`. */
  function countCrossings(curve: Path, own: number, enough: number): number {
    const polyline = polylineOf(curve)
    let count = 0
    for (const [route, other] of polylines.entries()) {
      if (count > enough) break
      if (route !== own) count += polylineCrossings(polyline, other, crossingBudget)
    }
    return count
  }

  function bestShape(curve: Curve, route: number): Curve {
    if (budget.isSpent || crossingBudget.isSpent) return curve
    const before = createPath([curve])
    let best = curve
    let least = sharedLength(before, route, Infinity)
    if (least === 0) return curve
    const hidden = obstacles.hiddenLength(before, Infinity)
    const crossed = countCrossings(before, route, Infinity)
    for (const shape of shapes) {
      if (least === 0 || budget.isSpent || crossingBudget.isSpent) return best
      const reshaped = reshape(curve, shape)
      const candidate = createPath([reshaped])
      const shared = sharedLength(candidate, route, least)
      if (shared >= least) continue
      if (obstacles.hiddenLength(candidate, hidden) > hidden || countCrossings(candidate, route, crossed) > crossed)
        continue
      ;[best, least] = [reshaped, shared]
    }
    return best
  }

  function separate(path: Path, route: number): Path {
    const segments = path.segments.map((it) => (mayChange(it) ? bestShape(it, route) : it))
    return segments.some((it, index) => it !== path.segments[index]) ? createPath(segments) : path
  }

  for (const [route, path] of paths.entries()) addPoints(path, route)
  return routes.map((it, route) => {
    const path = separate(it.path, route)
    if (path === it.path) return it
    paths[route] = path
    polylines[route] = polylineOf(path)
    addPoints(path, route)
    return { ...it, path }
  })
}

/** Whether a segment is a curve between ends that are far enough apart. */
function mayChange(segment: Segment): segment is Curve {
  return segment.length === 4 && distanceBetween(segment[0], segment[3]) >= MIN_CURVE_SPAN
}

function reshape([start, first, second, end]: Curve, [fromStart, fromEnd]: readonly [number, number]): Curve {
  return [start, between(start, first, fromStart), between(end, second, fromEnd), end]
}
