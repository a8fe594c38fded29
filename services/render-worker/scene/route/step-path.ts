import type { Point } from '../draw/display-list.ts'
import type { Bend, Ends, Side } from './ends.ts'
import { apart, createPath, curveOf, type Path, type Segment } from './path.ts'

/** React Flow's own, which it takes where no other is given. */
export const STEP_OFFSET = 20

const directions: Record<Side, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
}

/**
 * A line of level and upright steps with round corners, as `getSmoothStepPath` of `@xyflow/system` has it. That function only
 * gives text, and routing looks at too many lines to write and read each of them; a test compares the two.
 */
export function stepPath(ends: Ends, radius: number, bend: Bend = {}): Path {
  return roundedPath(cornersOf(ends, bend), radius)
}

/** Level and upright lines from point to point, whose corners have this radius where there is room. */
export function roundedPath(corners: readonly Point[], radius: number): Path {
  const segments: Segment[] = []
  let at = corners[0]!
  for (let index = 1; index < corners.length - 1; index++) {
    const [before, corner, after] = [corners[index - 1]!, corners[index]!, corners[index + 1]!]
    if (isLevelOrUpright(before, corner, after)) {
      segments.push([at, corner])
      at = corner
      continue
    }
    const size = Math.min(apart(before, corner) / 2, apart(corner, after) / 2, radius)
    const entry = towards(corner, before, size)
    const exit = towards(corner, after, size)
    segments.push([at, entry], curveOf(entry, corner, exit))
    at = exit
  }
  segments.push([at, corners.at(-1)!])
  return createPath(segments)
}

/** From end to end. */
function cornersOf(ends: Ends, { offset = STEP_OFFSET, centerX, centerY }: Bend): Point[] {
  const { source, sourceSide, target, targetSide } = ends
  const [leaving, arriving] = [directions[sourceSide], directions[targetSide]]
  const start = { x: source.x + leaving.x * offset, y: source.y + leaving.y * offset }
  const end = { x: target.x + arriving.x * offset, y: target.y + arriving.y * offset }
  const along = leaving.x === 0 ? 'y' : 'x'
  const isAhead = leaving[along] === (start[along] < end[along] ? 1 : -1)
  if (leaving[along] * arriving[along] === -1) {
    const isUpright = (along === 'x') === isAhead
    const at = isUpright ? (centerX ?? middle(start, end, 'x', along)) : (centerY ?? middle(start, end, 'y', along))
    const turns = isUpright
      ? [
          { x: at, y: start.y },
          { x: at, y: end.y },
        ]
      : [
          { x: start.x, y: at },
          { x: end.x, y: at },
        ]
    return withoutPassed([source, start, ...turns, end, target])
  }
  const across = along === 'x' ? 'y' : 'x'
  const isBehind = sourceSide !== targetSide && (end[across] - start[across]) * arriving[across] > 0
  const goesOn = isAhead && !isBehind
  const turn = goesOn === (along === 'x') ? { x: end.x, y: start.y } : { x: start.x, y: end.y }
  const short = Math.abs(source[along] - target[along])
  if (sourceSide === targetSide && short <= offset) {
    // Two sides that are nearly level would else both be passed on the way.
    const [gapped, from] = isAhead ? [start, source] : [end, target]
    gapped[along] += (gapped[along] > from[along] ? -1 : 1) * Math.min(offset - 1, offset - short)
  }
  return withoutPassed([source, start, turn, end, target])
}

/** Where the line turns by default. Both are the same but for rounding, in which they follow React Flow. */
function middle(start: Point, end: Point, axis: 'x' | 'y', along: 'x' | 'y'): number {
  return axis === along ? start[axis] + (end[axis] - start[axis]) * 0.5 : (start[axis] + end[axis]) / 2
}

/** Without what the line runs straight through, which would take room from the next corner. */
function withoutPassed(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const [before, last] = kept.length > 1 ? [kept.at(-2)!, kept.at(-1)!] : []
    if (before && last && isBetween(before, last, point)) kept.pop()
    kept.push(point)
  }
  return kept
}

function isBetween(a: Point, b: Point, c: Point): boolean {
  const isUpright = a.x === b.x && b.x === c.x && (b.y - a.y) * (c.y - b.y) >= 0
  return isUpright || (a.y === b.y && b.y === c.y && (b.x - a.x) * (c.x - b.x) >= 0)
}

function isLevelOrUpright(a: Point, b: Point, c: Point): boolean {
  return (a.x === b.x && b.x === c.x) || (a.y === b.y && b.y === c.y)
}

/** So far from a corner on the way to its neighbour. */
function towards(corner: Point, neighbour: Point, size: number): Point {
  if (corner.y === neighbour.y) return { x: corner.x + size * (neighbour.x < corner.x ? -1 : 1), y: corner.y }
  return { x: corner.x, y: corner.y + size * (neighbour.y < corner.y ? -1 : 1) }
}
