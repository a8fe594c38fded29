import { inflate, type Point, type Rect } from '../geometry/rect.ts'
import { GRID_MERGE } from './tuning.ts'

/**
 * A grid for orthogonal routing: the lines along the borders of obstacles and through some points. One of the shortest paths between
 * these points around the obstacles is on these lines, but for lines that became one. The nodes are the numbered intersections of two lines.
 */
export interface RoutingGrid {
  /** Coordinates of the vertical lines, in ascending order. */
  xs: readonly number[]
  /** Coordinates of the horizontal lines, in ascending order. */
  ys: readonly number[]
  /** Number of nodes. Their numbers grow to the right, and then down. */
  size: number
  /** The node at one of the points of the grid's creation. */
  nodeAt(point: Point): number
  pointOf(node: number): Point
  /** Whether the step from a node to the right, or else down, passes through an obstacle. */
  isBlocked(node: number, isHorizontal: boolean): boolean
  /** How often routes cross the step from a node to the right, or else down. */
  crossingsOf(node: number, isHorizontal: boolean): number
}

/**
 * Creates the grid of a region.
 * @param points points within the region
 * @param routes polylines that a path should not cross
 * @param region bounds of all paths
 */
export function createRoutingGrid(
  obstacles: readonly Rect[],
  points: readonly Point[],
  routes: Iterable<readonly Point[]>,
  region: Rect,
): RoutingGrid {
  const { x, y, width, height } = region
  const xs = coordinates(
    points.map((it) => it.x),
    obstacles.flatMap((it) => [it.x, it.x + it.width]),
    x,
    width,
  )
  const ys = coordinates(
    points.map((it) => it.y),
    obstacles.flatMap((it) => [it.y, it.y + it.height]),
    y,
    height,
  )
  const blocked = blockedSteps(obstacles, xs, ys)
  const crossed = crossedSteps(routes, xs, ys)
  return {
    xs,
    ys,
    size: xs.length * ys.length,
    nodeAt: (point) => ys.indexOf(point.y) * xs.length + xs.indexOf(point.x),
    pointOf: (node) => ({ x: xs[node % xs.length]!, y: ys[Math.floor(node / xs.length)]! }),
    isBlocked: (node, isHorizontal) => (isHorizontal ? blocked.right : blocked.below)[node] === 1,
    crossingsOf: (node, isHorizontal) => (isHorizontal ? crossed.right : crossed.below)[node]!,
  }
}

/**
 * The coordinates of a grid's lines within a range, in ascending order: those of all points, and those of borders that are not
 * `GRID_MERGE` px or less from a line before them.
 */
function coordinates(points: readonly number[], borders: readonly number[], from: number, length: number): number[] {
  const lines = [...new Set(points)].sort((a, b) => a - b)
  for (const border of borders) {
    if (border < from || border > from + length) continue
    const at = indexFrom(lines, border)
    const neighbours = lines.slice(Math.max(0, at - 1), at + 1)
    if (neighbours.every((it) => Math.abs(it - border) > GRID_MERGE)) lines.splice(at, 0, border)
  }
  return lines
}

/** By node, 1 if the step to the right, or down, passes through an obstacle by more than `GRID_MERGE` px. */
function blockedSteps(obstacles: readonly Rect[], xs: readonly number[], ys: readonly number[]) {
  const right = new Uint8Array(xs.length * ys.length)
  const below = new Uint8Array(xs.length * ys.length)
  for (const { x, y, width, height } of obstacles.map((it) => inflate(it, -GRID_MERGE))) {
    const inside = { column: indexAfter(xs, x), row: indexAfter(ys, y) }
    const end = { column: indexFrom(xs, x + width), row: indexFrom(ys, y + height) }
    for (let row = inside.row; row < end.row; row++)
      for (let column = Math.max(0, inside.column - 1); column < end.column; column++)
        right[row * xs.length + column] = 1
    for (let row = Math.max(0, inside.row - 1); row < end.row; row++)
      for (let column = inside.column; column < end.column; column++) below[row * xs.length + column] = 1
  }
  return { right, below }
}

/** By node, how often routes cross the step to the right, and the step down. */
function crossedSteps(routes: Iterable<readonly Point[]>, xs: readonly number[], ys: readonly number[]) {
  const right = new Uint16Array(xs.length * ys.length)
  const below = new Uint16Array(xs.length * ys.length)
  for (const points of routes) {
    for (let index = 1; index < points.length; index++) {
      const a = points[index - 1]!
      const b = points[index]!
      if (Math.max(a.x, b.x) < xs[0]! || Math.min(a.x, b.x) > xs.at(-1)!) continue
      if (Math.max(a.y, b.y) < ys[0]! || Math.min(a.y, b.y) > ys.at(-1)!) continue
      for (let row = indexFrom(ys, Math.min(a.y, b.y)); row < ys.length && ys[row]! < Math.max(a.y, b.y); row++) {
        const column = indexFrom(xs, a.x + ((b.x - a.x) * (ys[row]! - a.y)) / (b.y - a.y)) - 1
        if (column >= 0) right[row * xs.length + column]!++
      }
      const mostRight = Math.max(a.x, b.x)
      for (let column = indexFrom(xs, Math.min(a.x, b.x)); column < xs.length && xs[column]! < mostRight; column++) {
        const row = indexFrom(ys, a.y + ((b.y - a.y) * (xs[column]! - a.x)) / (b.x - a.x)) - 1
        if (row >= 0) below[row * xs.length + column]!++
      }
    }
  }
  return { right, below }
}

/** Index of the first coordinate that is greater than `value`. */
function indexAfter(all: readonly number[], value: number): number {
  const index = indexFrom(all, value)
  return all[index] === value ? index + 1 : index
}

/** Index of the first coordinate that is at least `value`, by binary search. */
function indexFrom(all: readonly number[], value: number): number {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (all[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
