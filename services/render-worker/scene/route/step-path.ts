import type { Point } from '../draw/display-list.ts'
import { createPath, type Path } from '../geometry/path.ts'
import { distanceBetween, quadraticCurve, type Segment, segmentEnd } from '../geometry/segment.ts'
import { type Coordinate, crossAxis, type Ends, type Side } from './ends.ts'

/** React Flow's default for the first and last segment of an orthogonal line, in px. */
export const STEP_OFFSET = 20

const directions: Record<Side, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
}

/**
 * An orthogonal line with rounded corners, as `getSmoothStepPath` of `@xyflow/system` draws it. That function returns only text,
 * which routing would have to parse for every route that it tries. A test compares the two functions.
 *
 * @param offset length of the first and last segment, in px
 */
export function stepPath(ends: Ends, radius: number, offset: number): Path {
  return roundedPath(cornersOf(ends, offset), radius)
}

/** The orthogonal path through these points, with this corner radius if there is space. */
export function roundedPath(corners: readonly Point[], radius: number): Path {
  const segments: Segment[] = []
  let at = corners[0]!
  for (let index = 1; index < corners.length - 1; index++) {
    const [before, corner, after] = [corners[index - 1]!, corners[index]!, corners[index + 1]!]
    if (isStraight(before, corner, after)) {
      segments.push([at, corner])
      at = corner
      continue
    }
    const size = Math.min(distanceBetween(before, corner) / 2, distanceBetween(corner, after) / 2, radius)
    const entry = towards(corner, before, size)
    const exit = towards(corner, after, size)
    segments.push([at, entry], quadraticCurve(entry, corner, exit))
    at = exit
  }
  segments.push([at, corners.at(-1)!])
  return createPath(segments)
}

/** The corners of a path that `roundedPath` created, including its ends; undefined for other paths. */
export function cornersOfPath({ segments }: Path): Point[] | undefined {
  const corners = [segments[0]![0]]
  for (const [from, second, third, to] of segments) {
    if (!third || !to) {
      if (from.x !== second.x && from.y !== second.y) return undefined
      continue
    }
    const corner = second.y === from.y ? { x: to.x, y: from.y } : { x: from.x, y: to.y }
    const control = quadraticCurve(from, corner, to)
    if (distanceBetween(control[1], second) > 0.01 || distanceBetween(control[2]!, third) > 0.01) return undefined
    corners.push(corner)
  }
  corners.push(segmentEnd(segments.at(-1)!))
  return corners
}

/** The corners of an orthogonal line, including its ends. */
function cornersOf(ends: Ends, offset: number): Point[] {
  const { source, sourceSide, target, targetSide } = ends
  const leaving = directions[sourceSide]
  const arriving = directions[targetSide]
  const start = { x: source.x + leaving.x * offset, y: source.y + leaving.y * offset }
  const end = { x: target.x + arriving.x * offset, y: target.y + arriving.y * offset }
  const along = leaving.x === 0 ? 'y' : 'x'
  const isAhead = leaving[along] === (start[along] < end[along] ? 1 : -1)
  if (leaving[along] * arriving[along] === -1) {
    if ((along === 'x') === isAhead) {
      const x = middle(start, end, 'x', along)
      return withoutCollinear([source, start, { x, y: start.y }, { x, y: end.y }, end, target])
    }
    const y = middle(start, end, 'y', along)
    return withoutCollinear([source, start, { x: start.x, y }, { x: end.x, y }, end, target])
  }
  const across = crossAxis(along)
  const isBehind = sourceSide !== targetSide && (end[across] - start[across]) * arriving[across] > 0
  const continuesAhead = isAhead && !isBehind
  const corner = continuesAhead === (along === 'x') ? { x: end.x, y: start.y } : { x: start.x, y: end.y }
  const gap = Math.abs(source[along] - target[along])
  if (sourceSide === targetSide && gap <= offset) {
    // Shortens the segment at one side if both sides are nearly at the same coordinate, as React Flow does.
    const [gapped, from] = isAhead ? [start, source] : [end, target]
    gapped[along] += (gapped[along] > from[along] ? -1 : 1) * Math.min(offset - 1, offset - gap)
  }
  return withoutCollinear([source, start, corner, end, target])
}

/** Coordinate of the bend. The two formulas differ only in rounding, as in React Flow. */
function middle(start: Point, end: Point, axis: Coordinate, along: Coordinate): number {
  return axis === along ? start[axis] + (end[axis] - start[axis]) * 0.5 : (start[axis] + end[axis]) / 2
}

/** Moves the segment after a corner sideways, to the value `at` of its coordinate `across`. The adjacent segments change their length. */
export function moveSegment(corners: Point[], index: number, across: Coordinate, at: number): void {
  corners[index] = { ...corners[index]!, [across]: at }
  corners[index + 1] = { ...corners[index + 1]!, [across]: at }
}

/** Removes the points without a bend, which would reduce the radius of the next corner. */
export function withoutCollinear(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const before = kept.at(-2)
    const last = kept.at(-1)
    if (before && last && isBetween(before, last, point)) kept.pop()
    kept.push(point)
  }
  return kept
}

/** Whether the line from `a` to `c` passes straight through `b` without a reversal. */
function isBetween(a: Point, b: Point, c: Point): boolean {
  const isVertical = a.x === b.x && b.x === c.x && (b.y - a.y) * (c.y - b.y) >= 0
  return isVertical || (a.y === b.y && b.y === c.y && (b.x - a.x) * (c.x - b.x) >= 0)
}

function isStraight(a: Point, b: Point, c: Point): boolean {
  return (a.x === b.x && b.x === c.x) || (a.y === b.y && b.y === c.y)
}

/** The point at `size` px from a corner towards its neighbour. */
function towards(corner: Point, neighbour: Point, size: number): Point {
  if (corner.y === neighbour.y) return { x: corner.x + size * (neighbour.x < corner.x ? -1 : 1), y: corner.y }
  return { x: corner.x, y: corner.y + size * (neighbour.y < corner.y ? -1 : 1) }
}
