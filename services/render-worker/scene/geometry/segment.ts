import type { Point } from './rect.ts'

/** A straight line or a cubic Bézier curve. */
export type Segment = readonly [Point, Point] | readonly [Point, Point, Point, Point]

/** Number of chords for measuring a curve; `STEPS_IF_SMALL` if its ends are at most `SMALL` px apart. */
const STEPS = 16
const SMALL = 10
const STEPS_IF_SMALL = 4

/** Converts a quadratic Bézier curve to a cubic one. */
export function quadraticCurve(from: Point, control: Point, to: Point): Segment {
  return [from, between(from, control, 2 / 3), between(to, control, 2 / 3), to]
}

/** The last point of a segment. */
export function segmentEnd(segment: Segment): Point {
  return segment.length === 2 ? segment[1] : segment[3]
}

/** The segment in the opposite direction. */
export function reversedSegment(segment: Segment): Segment {
  if (segment.length === 2) return [segment[1], segment[0]]
  return [segment[3], segment[2], segment[1], segment[0]]
}

/** The segment with x and y swapped. */
export function transposedSegment(segment: Segment): Segment {
  if (segment.length === 2) return [transposedPoint(segment[0]), transposedPoint(segment[1])]
  const [a, b, c, d] = segment
  return [transposedPoint(a), transposedPoint(b), transposedPoint(c), transposedPoint(d)]
}

/** The point with x and y swapped. */
export function transposedPoint({ x, y }: Point): Point {
  return { x: y, y: x }
}

/** Length of a segment in px. Routing measures many paths, so this allocates no points. */
export function segmentLength(segment: Segment): number {
  if (segment.length === 2) return distanceBetween(segment[0], segment[1])
  const [a, b, c, d] = segment
  const steps = stepsOf(segment)
  let length = 0
  let { x, y } = a
  for (let step = 1; step <= steps; step++) {
    const nextX = cubic(a.x, b.x, c.x, d.x, step / steps)
    const nextY = cubic(a.y, b.y, c.y, d.y, step / steps)
    length += Math.sqrt((nextX - x) * (nextX - x) + (nextY - y) * (nextY - y))
    x = nextX
    y = nextY
  }
  return length
}

/**
 * The parameter of the point at `distance` px from the segment's start. Equal steps of a curve's parameter have different
 * lengths, so this adds up chords until it reaches the distance.
 */
export function parameterAt(segment: Segment, distance: number, length: number): number {
  if (length === 0) return 1
  if (segment.length === 2) return Math.min(1, distance / length)
  const [a, b, c, d] = segment
  const steps = stepsOf(segment)
  let walked = 0
  let { x, y } = a
  for (let step = 1; step <= steps; step++) {
    const nextX = cubic(a.x, b.x, c.x, d.x, step / steps)
    const nextY = cubic(a.y, b.y, c.y, d.y, step / steps)
    const stride = Math.sqrt((nextX - x) * (nextX - x) + (nextY - y) * (nextY - y))
    if (walked + stride >= distance && stride > 0) return (step - 1 + (distance - walked) / stride) / steps
    walked += stride
    x = nextX
    y = nextY
  }
  return 1
}

/** Number of chords for measuring a curve. A rounded corner needs few. */
function stepsOf([from, , , to]: Segment): number {
  return to && distanceBetween(from, to) > SMALL ? STEPS : STEPS_IF_SMALL
}

/** The point at a parameter of the segment, 0 to 1. */
export function pointOn(segment: Segment, t: number): Point {
  if (segment.length === 2) return between(segment[0], segment[1], t)
  const [a, b, c, d] = segment
  return { x: cubic(a.x, b.x, c.x, d.x, t), y: cubic(a.y, b.y, c.y, d.y, t) }
}

/** One coordinate of a Bézier curve. */
function cubic(a: number, b: number, c: number, d: number, t: number): number {
  const u = 1 - t
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
}

/** The part of a segment after the parameter `t`, by de Casteljau's algorithm. */
export function segmentAfter(segment: Segment, t: number): Segment {
  if (segment.length === 2) return [between(segment[0], segment[1], t), segment[1]]
  const [a, b, c, d] = segment
  const ab = between(a, b, t)
  const bc = between(b, c, t)
  const cd = between(c, d, t)
  const abc = between(ab, bc, t)
  const bcd = between(bc, cd, t)
  return [between(abc, bcd, t), bcd, cd, d]
}

/** The point at a share of the way from one point to another: 0 to 1, or beyond it. */
export function between(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }
}

/** Whether two straight stretches cross. Those that only touch do not. */
export function doStretchesCross(a: Point, b: Point, c: Point, d: Point): boolean {
  if (Math.max(a.x, b.x) < Math.min(c.x, d.x) || Math.max(c.x, d.x) < Math.min(a.x, b.x)) return false
  if (Math.max(a.y, b.y) < Math.min(c.y, d.y) || Math.max(c.y, d.y) < Math.min(a.y, b.y)) return false
  return sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0
}

/** Positive on one side of the line through two points, negative on the other. */
function sideOf(a: Point, b: Point, { x, y }: Point): number {
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
}

/** Distance of two points in px. Several times as fast as `Math.hypot`, which also handles extreme numbers. */
export function distanceBetween(a: Point, b: Point): number {
  const x = b.x - a.x
  const y = b.y - a.y
  return Math.sqrt(x * x + y * y)
}
