import type { Point, Rect } from '../draw/display-list.ts'

/**
 * A grid for orthogonal routing: the lines along the borders of obstacles and through some points. One of the shortest paths between
 * these points around the obstacles is on these lines. The nodes are the numbered intersections of two lines.
 */
export interface RoutingGrid {
  columns: number
  rows: number
  /** Number of nodes. */
  size: number
  /** The node at one of the points of the grid's creation. */
  nodeAt(point: Point): number
  pointOf(node: number): Point
  /** Whether the step from a node to the right, or else down, passes through an obstacle. */
  isBlocked(node: number, isHorizontal: boolean): boolean
  /** Number of routes that cross the step from a node to the right, or else down. */
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
  const xs = coordinates([...obstacles.flatMap((it) => [it.x, it.x + it.width]), ...points.map((it) => it.x)], x, width)
  const ys = coordinates(
    [...obstacles.flatMap((it) => [it.y, it.y + it.height]), ...points.map((it) => it.y)],
    y,
    height,
  )
  const columnOf = new Map(xs.map((it, index) => [it, index]))
  const rowOf = new Map(ys.map((it, index) => [it, index]))
  const blocked = blockedSteps(obstacles, xs, ys)
  const crossed = crossedSteps(routes, xs, ys)
  return {
    columns: xs.length,
    rows: ys.length,
    size: xs.length * ys.length,
    nodeAt: (point) => rowOf.get(point.y)! * xs.length + columnOf.get(point.x)!,
    pointOf: (node) => ({ x: xs[node % xs.length]!, y: ys[Math.floor(node / xs.length)]! }),
    isBlocked: (node, isHorizontal) => (isHorizontal ? blocked.right : blocked.below)[node] === 1,
    crossingsOf: (node, isHorizontal) => (isHorizontal ? crossed.right : crossed.below)[node]!,
  }
}

/** The distinct values within a range, in ascending order. */
function coordinates(values: readonly number[], from: number, length: number): number[] {
  const within = values.filter((it) => it >= from && it <= from + length)
  return [...new Set(within)].sort((a, b) => a - b)
}

/** By node, 1 if the step to the right, or down, passes through an obstacle. */
function blockedSteps(obstacles: readonly Rect[], xs: readonly number[], ys: readonly number[]) {
  const right = new Uint8Array(xs.length * ys.length)
  const below = new Uint8Array(xs.length * ys.length)
  for (const { x, y, width, height } of obstacles) {
    const lastColumn = indexFrom(xs, x + width)
    const lastRow = indexFrom(ys, y + height)
    for (let row = indexFrom(ys, y); row < lastRow; row++) {
      for (let column = indexFrom(xs, x); column < lastColumn; column++) {
        if (ys[row]! > y) right[row * xs.length + column] = 1
        if (xs[column]! > x) below[row * xs.length + column] = 1
      }
    }
  }
  return { right, below }
}

/** By node, the number of routes that cross the step to the right, and the step down. */
function crossedSteps(routes: Iterable<readonly Point[]>, xs: readonly number[], ys: readonly number[]) {
  const right = new Uint16Array(xs.length * ys.length)
  const below = new Uint16Array(xs.length * ys.length)
  for (const points of routes) {
    for (let index = 1; index < points.length; index++) {
      const a = points[index - 1]!
      const b = points[index]!
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
