import type { Point } from './display-list.ts'

/** A straight line or a cubic curve. */
export type Segment = readonly [Point, Point] | readonly [Point, Point, Point, Point]

/** A line through the picture with its length; segments join end to end. */
export interface Path {
  segments: readonly Segment[]
  lengths: readonly number[]
  length: number
}

const STEPS = 16
const MAX_SAMPLES = 200
/** A share of the length over which no path turns noticeably. */
const NEARBY = 0.005
const TOKEN = /[MLQC]|-?\d+\.?\d*(?:e[+-]?\d+)?/gi

export function createPath(segments: readonly Segment[]): Path {
  const lengths = segments.map(lengthOf)
  return { segments, lengths, length: lengths.reduce((sum, it) => sum + it, 0) }
}

/** Reads the absolute M, L, Q and C of `@xyflow/system`. */
export function parsePath(d: string): Path {
  const segments: Segment[] = []
  const numbers: number[] = []
  let at: Point = { x: 0, y: 0 }
  let command = ''
  for (const [token] of d.matchAll(TOKEN)) {
    if (/[MLQC]/i.test(token)) {
      command = token
      continue
    }
    numbers.push(Number(token))
    if (numbers.length < (command === 'C' ? 6 : command === 'Q' ? 4 : 2)) continue
    const [a = 0, b = 0, c = 0, e = 0, f = 0, g = 0] = numbers.splice(0)
    if (command === 'M') {
      at = { x: a, y: b }
      continue
    }
    const segment = segmentOf(command, at, [a, b, c, e, f, g])
    at = endOf(segment)
    segments.push(segment)
  }
  return createPath(segments)
}

function segmentOf(
  command: string,
  from: Point,
  [a, b, c, e, f, g]: readonly [number, number, number, number, number, number],
): Segment {
  if (command === 'L') return [from, { x: a, y: b }]
  if (command === 'C') return [from, { x: a, y: b }, { x: c, y: e }, { x: f, y: g }]
  const control = { x: a, y: b }
  const to = { x: c, y: e }
  return [from, between(from, control, 2 / 3), between(to, control, 2 / 3), to]
}

/** The path as SVG path data, to a hundredth of a px. */
export function formatPath({ segments }: Path): string {
  const [first] = segments
  if (!first) return ''
  return `M${format(first[0])}` + segments.map(formatSegment).join('')
}

function formatSegment(segment: Segment): string {
  return segment.length === 2
    ? `L${format(segment[1])}`
    : `C${format(segment[1])} ${format(segment[2])} ${format(segment[3])}`
}

function format({ x, y }: Point): string {
  return `${round(x)},${round(y)}`
}

export function round(value: number): number {
  return Math.round(value * 100) / 100 || 0
}

export function startOf(path: Path): Point {
  return path.segments[0]?.[0] ?? { x: 0, y: 0 }
}

export function endPointOf(path: Path): Point {
  const last = path.segments.at(-1)
  return last ? endOf(last) : { x: 0, y: 0 }
}

function endOf(segment: Segment): Point {
  return segment.length === 2 ? segment[1] : segment[3]
}

/** The point at a fraction of the length, 0 to 1. */
export function pointAt(path: Path, fraction: number): Point {
  const place = locate(path, fraction * path.length)
  return place ? pointOn(place.segment, place.t) : startOf(path)
}

/** Unit vector of the path's direction at a fraction of the length, 0 to 1. */
export function directionAt(path: Path, fraction: number): Point {
  return unit(pointAt(path, fraction - NEARBY), pointAt(path, fraction + NEARBY)) ?? { x: 1, y: 0 }
}

/** Where segments begin and end. */
export function cornersOf(path: Path): Point[] {
  return [...path.segments.map((it) => it[0]), endPointOf(path)]
}

/** Points along the path, about `step` px apart. */
export function* samplesOf({ segments, lengths }: Path, step: number): Generator<Point> {
  for (const [index, segment] of segments.entries()) {
    const count = Math.min(MAX_SAMPLES, Math.ceil((lengths[index] ?? 0) / step))
    for (let it = 0; it < count; it++) yield pointOn(segment, (it + 0.5) / count)
  }
}

/** Unit vector of the path's direction at its end. */
export function endDirection(path: Path): Point {
  const end = endPointOf(path)
  for (const segment of path.segments.toReversed()) {
    for (const point of segment.toReversed()) {
      const direction = unit(point, end)
      if (direction) return direction
    }
  }
  return { x: 1, y: 0 }
}

export function reversed(path: Path): Path {
  const segments = path.segments.toReversed().map((it) => it.toReversed() as unknown as Segment)
  return { segments, lengths: path.lengths.toReversed(), length: path.length }
}

/** The path without its first `start` and its last `end` px. */
export function trim(path: Path, start: number, end: number): Path {
  if (start + end >= path.length) return path
  return reversed(cutStart(reversed(cutStart(path, start)), end))
}

function cutStart(path: Path, distance: number): Path {
  if (distance <= 0) return path
  const place = locate(path, distance)
  if (!place) return path
  const rest = path.segments.slice(place.index + 1)
  return createPath([restOf(place.segment, place.t), ...rest])
}

interface Place {
  index: number
  segment: Segment
  t: number
}

function locate({ segments, lengths }: Path, distance: number): Place | undefined {
  let left = distance
  for (const [index, segment] of segments.entries()) {
    const length = lengths[index] ?? 0
    if (left <= length || index === segments.length - 1)
      return { index, segment, t: parameterAt(segment, left, length) }
    left -= length
  }
  return undefined
}

/** Curves are not run through at an even pace: walks along until the distance is reached. */
function parameterAt(segment: Segment, distance: number, length: number): number {
  if (length === 0) return 1
  if (segment.length === 2) return Math.min(1, distance / length)
  let walked = 0
  let from: Point = segment[0]
  for (let step = 1; step <= STEPS; step++) {
    const to = pointOn(segment, step / STEPS)
    const stride = Math.hypot(to.x - from.x, to.y - from.y)
    if (walked + stride >= distance && stride > 0) return (step - 1 + (distance - walked) / stride) / STEPS
    walked += stride
    from = to
  }
  return 1
}

function lengthOf(segment: Segment): number {
  if (segment.length === 2) return Math.hypot(segment[1].x - segment[0].x, segment[1].y - segment[0].y)
  let length = 0
  let from: Point = segment[0]
  for (let step = 1; step <= STEPS; step++) {
    const to = pointOn(segment, step / STEPS)
    length += Math.hypot(to.x - from.x, to.y - from.y)
    from = to
  }
  return length
}

function pointOn(segment: Segment, t: number): Point {
  if (segment.length === 2) return between(segment[0], segment[1], t)
  const [a, b, c, d] = segment
  const u = 1 - t
  const weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t] as const
  return {
    x: weights[0] * a.x + weights[1] * b.x + weights[2] * c.x + weights[3] * d.x,
    y: weights[0] * a.y + weights[1] * b.y + weights[2] * c.y + weights[3] * d.y,
  }
}

/** The part of a segment after `t`, by de Casteljau. */
function restOf(segment: Segment, t: number): Segment {
  if (segment.length === 2) return [between(segment[0], segment[1], t), segment[1]]
  const [a, b, c, d] = segment
  const [ab, bc, cd] = [between(a, b, t), between(b, c, t), between(c, d, t)]
  const [abc, bcd] = [between(ab, bc, t), between(bc, cd, t)]
  return [between(abc, bcd, t), bcd, cd, d]
}

function between(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }
}

function unit(from: Point, to: Point): Point | undefined {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  return length < 1e-6 ? undefined : { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}
