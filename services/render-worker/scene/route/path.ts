import type { Point } from '../draw/display-list.ts'

/** A straight line or a cubic curve. */
export type Segment = readonly [Point, Point] | readonly [Point, Point, Point, Point]

/** A line through the picture with its length; segments join end to end. */
export interface Path {
  segments: readonly Segment[]
  lengths: readonly number[]
  length: number
}

const STEPS = 16
const SMALL = 10
const STEPS_IF_SMALL = 4
const MAX_SAMPLES = 200
/** A share of the length over which no path turns noticeably. */
const NEARBY = 0.005

/** A path of these segments, which follow each other without a gap. */
export function createPath(segments: readonly Segment[]): Path {
  const lengths = segments.map(lengthOf)
  return { segments, lengths, length: lengths.reduce((sum, it) => sum + it, 0) }
}

/** Two paths as one; the second begins where the first ends. */
export function join(first: Path, second: Path): Path {
  return {
    segments: [...first.segments, ...second.segments],
    lengths: [...first.lengths, ...second.lengths],
    length: first.length + second.length,
  }
}

/** A quadratic curve as a cubic one. */
export function curveOf(from: Point, control: Point, to: Point): Segment {
  return [from, between(from, control, 2 / 3), between(to, control, 2 / 3), to]
}

/** The path as SVG path data, to a hundredth of a px. */
export function formatPath({ segments }: Path): string {
  const [first] = segments
  if (!first) return ''
  return `M${format(first[0])}` + segments.map(formatSegment).join('')
}

/** The rows between which the path runs, whole px rather too far apart than too near. */
export function rowsOf({ segments }: Path): { top: number; bottom: number } {
  let [top, bottom] = [Infinity, -Infinity]
  for (const segment of segments) {
    for (const { y } of segment) {
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return { top: Math.floor(top), bottom: Math.ceil(bottom) }
}

function formatSegment(segment: Segment): string {
  return segment.length === 2
    ? `L${format(segment[1])}`
    : `C${format(segment[1])} ${format(segment[2])} ${format(segment[3])}`
}

function format({ x, y }: Point): string {
  return `${round(x)},${round(y)}`
}

/** A coordinate in hundredths of a px, never -0. */
export function round(value: number): number {
  return Math.round(value * 100) / 100 || 0
}

/** The first point of a path. */
export function startOf(path: Path): Point {
  return path.segments[0]?.[0] ?? { x: 0, y: 0 }
}

/** The last point of a path. */
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
export function samplesOf({ segments, lengths }: Path, step: number): Point[] {
  const samples: Point[] = []
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index]!
    const count = Math.min(MAX_SAMPLES, Math.ceil((lengths[index] ?? 0) / step))
    for (let it = 0; it < count; it++) samples.push(pointOn(segment, (it + 0.5) / count))
  }
  return samples
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

/** The same path from its end to its start. */
export function reversed(path: Path): Path {
  const segments = path.segments.toReversed().map((it) => it.toReversed() as unknown as Segment)
  return { segments, lengths: path.lengths.toReversed(), length: path.length }
}

/** The path with x and y in each other's place. It is as long as before. */
export function transposed({ segments, lengths, length }: Path): Path {
  return { segments: segments.map(transposedSegment), lengths, length }
}

function transposedSegment(segment: Segment): Segment {
  const turned = ({ x, y }: Point): Point => ({ x: y, y: x })
  if (segment.length === 2) return [turned(segment[0]), turned(segment[1])]
  return [turned(segment[0]), turned(segment[1]), turned(segment[2]), turned(segment[3])]
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
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index]!
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

/** Measured for every way that an edge could take, so that points made on the way would be most of a map's garbage. */
function lengthOf(segment: Segment): number {
  if (segment.length === 2) return apart(segment[0], segment[1])
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

/** Straight pieces that a curve is measured in: for a round corner few will do. */
function stepsOf([from, , , to]: Segment): number {
  return to && apart(from, to) > SMALL ? STEPS : STEPS_IF_SMALL
}

/** Several times as fast as `Math.hypot`, which also minds numbers that no picture has. */
export function apart(a: Point, b: Point): number {
  const [x, y] = [b.x - a.x, b.y - a.y]
  return Math.sqrt(x * x + y * y)
}

/** The point at a parameter of the curve, 0 to 1. */
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
  const length = apart(from, to)
  return length < 1e-6 ? undefined : { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}
