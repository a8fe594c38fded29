import type { Point, Rect } from '../draw/display-list.ts'
import { createPath, type Path, samplesOf } from '../geometry/path.ts'
import { between, distanceBetween, type Segment } from '../geometry/segment.ts'
import { createSpatialHash } from '../geometry/spatial-hash.ts'
import type { Route } from './candidate.ts'
import { createObstacles } from './obstacles.ts'

/** Lines fewer px apart look like one line. */
const NEAR = 5
/** Px that two lines may share before one of them changes. Lines that cross, or leave the same card, share fewer. */
const MAX_SHARED = 24
/** Px between the compared points of a line. */
const STEP = 8
/** Most comparisons of points for all lines of a map. Where very many lines overlap, the last ones keep their shapes. */
const MAX_COMPARED = 1_000_000
/** Least px between the ends of a curve that may change. */
const MIN_SPAN = 60
/** Shapes of a curve: distances of its two control points from its ends, as shares of those in its first shape. */
const shapes = [
  [1.25, 0.8],
  [0.8, 1.25],
  [1.5, 0.6],
  [0.6, 1.5],
  [0.6, 0.6],
  [1.4, 1.4],
  [2, 0.4],
  [0.4, 2],
  [0.3, 0.3],
  [1.8, 1.8],
] as const

type Curve = Extract<Segment, { length: 4 }>

/**
 * Changes the shape of curves that overlap other lines. A curve keeps its ends and its directions there; of a few shapes it gets the one
 * that shares the fewest px with other lines, without running behind cards for longer than before.
 */
export function separateCurves(routes: readonly Route[], cards: readonly Rect[]): Route[] {
  const paths = routes.map((it) => it.path)
  const obstacles = createObstacles(cards)
  const { cellOf, put, at } = createSpatialHash<{ point: Point; path: Path; route: number }>(2 * NEAR)
  let compared = 0

  function addPoints(path: Path, route: number): void {
    for (const point of samplesOf(path, STEP)) put(cellOf(point.x), cellOf(point.y), { point, path, route })
  }

  /** Px that a curve shares with other lines, beyond `MAX_SHARED` with each. */
  function sharedLength(curve: Curve, own: number): number {
    const shared = new Map<number, number>()
    for (const point of samplesOf(createPath([curve]), STEP))
      for (const route of routesNear(point)) shared.set(route, (shared.get(route) ?? 0) + STEP)
    shared.delete(own)
    let sum = 0
    for (const length of shared.values()) sum += Math.max(0, length - MAX_SHARED)
    return sum
  }

  function routesNear(point: Point): Set<number> {
    const near = new Set<number>()
    for (let column = cellOf(point.x - NEAR); column <= cellOf(point.x + NEAR); column++) {
      for (let row = cellOf(point.y - NEAR); row <= cellOf(point.y + NEAR); row++) {
        const inCell = at(column, row)
        compared += inCell.length
        // Points of a path that has changed stay in the hash.
        for (const it of inCell)
          if (paths[it.route] === it.path && distanceBetween(point, it.point) < NEAR) near.add(it.route)
      }
    }
    return near
  }

  function bestShape(path: Path, index: number, curve: Curve, route: number): Path {
    let best = path
    let least = sharedLength(curve, route)
    if (least === 0) return path
    const hidden = obstacles.hiddenLength(path, Infinity)
    for (const shape of shapes) {
      if (compared > MAX_COMPARED) return best
      const reshaped = reshape(curve, shape)
      const shared = sharedLength(reshaped, route)
      if (shared >= least) continue
      const candidate = createPath(path.segments.with(index, reshaped))
      if (obstacles.hiddenLength(candidate, hidden) <= hidden) [best, least] = [candidate, shared]
    }
    return best
  }

  for (const [route, path] of paths.entries()) addPoints(path, route)
  return routes.map((it, route) => {
    let { path } = it
    if (compared > MAX_COMPARED) return it
    for (const [index, segment] of path.segments.entries())
      if (segment.length === 4 && distanceBetween(segment[0], segment[3]) >= MIN_SPAN)
        path = bestShape(path, index, segment, route)
    if (path === it.path) return it
    paths[route] = path
    addPoints(path, route)
    return { ...it, path }
  })
}

function reshape([start, first, second, end]: Curve, [fromStart, fromEnd]: readonly [number, number]): Curve {
  return [start, between(start, first, fromStart), between(end, second, fromEnd), end]
}
