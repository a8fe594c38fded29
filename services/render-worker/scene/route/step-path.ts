import { createPath, type Path } from '../geometry/path.ts'
import type { Point } from '../geometry/rect.ts'
import { distanceBetween, quadraticCurve, type Segment } from '../geometry/segment.ts'
import { axesOf, type Coordinate, distanceOut, isRightOrBottom, movedOut, opposite } from '../geometry/sides.ts'
import type { Ends } from './ends.ts'

/** React Flow's default for the first and last segment of an orthogonal line, in px. */
export const STEP_OFFSET = 20

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

/**
 * The corners, including the ends, of an orthogonal line as `getSmoothStepPath` of `@xyflow/system` draws it. That function returns only
 * text, which routing would have to parse for every route that it tries. A test compares the two functions.
 *
 * @param offset length of the first and last segment, in px
 */
export function stepCorners({ source, sourceSide, target, targetSide }: Ends, offset: number): Point[] {
  const start = movedOut(source, sourceSide, offset)
  const end = movedOut(target, targetSide, offset)
  const [along] = axesOf(sourceSide)
  const isAhead = isRightOrBottom(sourceSide) === start[along] < end[along]
  if (targetSide === opposite(sourceSide)) {
    if ((along === 'x') === isAhead) {
      const x = middle(start, end, 'x', along)
      return withoutPassed([source, start, { x, y: start.y }, { x, y: end.y }, end, target])
    }
    const y = middle(start, end, 'y', along)
    return withoutPassed([source, start, { x: start.x, y }, { x: end.x, y }, end, target])
  }
  const isBehind = sourceSide !== targetSide && distanceOut(start, targetSide, end) > 0
  const continuesAhead = isAhead && !isBehind
  const corner = continuesAhead === (along === 'x') ? { x: end.x, y: start.y } : { x: start.x, y: end.y }
  const gap = Math.abs(source[along] - target[along])
  if (sourceSide === targetSide && gap <= offset) {
    // Shortens the segment at one side if both sides are nearly at the same coordinate, as React Flow does.
    const [gapped, from] = isAhead ? [start, source] : [end, target]
    gapped[along] += (gapped[along] > from[along] ? -1 : 1) * Math.min(offset - 1, offset - gap)
  }
  return withoutPassed([source, start, corner, end, target])
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

/** Removes the points without a bend, which would reduce the radius of the next corner, and at which a line only reverses. */
export function withoutCollinear(points: readonly Point[]): Point[] {
  return withoutMiddle(points, isStraight)
}

/** Removes the points that a line passes straight. Those at which it reverses stay, as in React Flow. */
function withoutPassed(points: readonly Point[]): Point[] {
  return withoutMiddle(points, isBetween)
}

function withoutMiddle(points: readonly Point[], isRedundant: (a: Point, b: Point, c: Point) => boolean): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const before = kept.at(-2)
    const last = kept.at(-1)
    if (before && last && isRedundant(before, last, point)) kept.pop()
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
