import type { Point } from './rect.ts'
import {
  distanceBetween,
  parameterAt,
  pointOn,
  reversedSegment,
  type Segment,
  segmentAfter,
  segmentEnd,
  segmentLength,
  transposedSegment,
} from './segment.ts'

/** A path of one or more consecutive segments, with the length of each and of all, in px. */
export interface Path {
  segments: readonly Segment[]
  lengths: readonly number[]
  length: number
}

/** Maximum number of samples of a segment. Samples of longer segments are further apart. */
const MAX_SAMPLES = 200
/** Maximum number of samples of all paths together, besides one per segment. */
const MAX_SAMPLES_OF_ALL = 500_000
/** Share of the length over which the direction of a path hardly changes. */
const NEARBY = 0.005

/** Creates a path. Each segment must begin where the one before it ends. */
export function createPath(segments: readonly Segment[]): Path {
  const lengths = segments.map(segmentLength)
  return { segments, lengths, length: lengths.reduce((sum, it) => sum + it, 0) }
}

/** The path as SVG path data, to a hundredth of a px. */
export function formatPath({ segments }: Path): string {
  return `M${format(segments[0]![0])}` + segments.map(formatSegment).join('')
}

/** Vertical bounds of the path in whole px, including the control points of its curves. */
export function verticalExtent({ segments }: Path): { top: number; bottom: number } {
  let top = Infinity
  let bottom = -Infinity
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

/** Rounds to two decimals; gives 0 instead of -0. */
export function round(value: number): number {
  return Math.round(value * 100) / 100 || 0
}

/** The first point of a path. */
export function startOf(path: Path): Point {
  return path.segments[0]![0]
}

/** The last point of a path. */
export function endPointOf(path: Path): Point {
  return segmentEnd(path.segments.at(-1)!)
}

/** The point at a fraction of the length, 0 to 1. */
export function pointAt(path: Path, fraction: number): Point {
  const { segment, t } = locate(path, fraction * path.length)
  return pointOn(segment, t)
}

/** Unit vector of the path's direction at a fraction of the length, 0 to 1. */
export function directionAt(path: Path, fraction: number): Point {
  return unitVector(pointAt(path, fraction - NEARBY), pointAt(path, fraction + NEARBY)) ?? { x: 1, y: 0 }
}

/** The points at which segments begin and end. */
export function verticesOf(path: Path): Point[] {
  return [...path.segments.map((it) => it[0]), endPointOf(path)]
}

/** Px between the samples of lines: `least`, or more if there would be too many samples. */
export function sampleStepOf(lines: readonly { path: Path }[], least: number): number {
  return Math.max(least, lines.reduce((sum, it) => sum + it.path.length, 0) / MAX_SAMPLES_OF_ALL)
}

/** Points along the path, about `step` px apart, or at most `MAX_SAMPLES` per segment. */
export function samplesOf({ segments, lengths }: Path, step: number): Point[] {
  const samples: Point[] = []
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index]!
    const count = Math.min(MAX_SAMPLES, Math.ceil((lengths[index] ?? 0) / step))
    for (let sample = 0; sample < count; sample++) samples.push(pointOn(segment, (sample + 0.5) / count))
  }
  return samples
}

/** Unit vector of the path's direction at its end. */
export function endDirection(path: Path): Point {
  const end = endPointOf(path)
  for (const segment of path.segments.toReversed()) {
    for (const point of segment.toReversed()) {
      const direction = unitVector(point, end)
      if (direction) return direction
    }
  }
  return { x: 1, y: 0 }
}

/** The path in the opposite direction. */
export function reversed(path: Path): Path {
  const segments = path.segments.toReversed().map(reversedSegment)
  return { segments, lengths: path.lengths.toReversed(), length: path.length }
}

/** The path with x and y swapped, which keeps its length. */
export function transposed({ segments, lengths, length }: Path): Path {
  return { segments: segments.map(transposedSegment), lengths, length }
}

/** The path without its first `start` and its last `end` px. */
export function trim(path: Path, start: number, end: number): Path {
  if (start + end >= path.length) return path
  return reversed(cutStart(reversed(cutStart(path, start)), end))
}

function cutStart(path: Path, distance: number): Path {
  if (distance <= 0) return path
  const { index, segment, t } = locate(path, distance)
  return createPath([segmentAfter(segment, t), ...path.segments.slice(index + 1)])
}

interface Place {
  index: number
  segment: Segment
  t: number
}

function locate({ segments, lengths }: Path, distance: number): Place {
  let index = 0
  let left = distance
  for (; index < segments.length - 1 && left > lengths[index]!; index++) left -= lengths[index]!
  const segment = segments[index]!
  return { index, segment, t: parameterAt(segment, left, lengths[index]!) }
}

function unitVector(from: Point, to: Point): Point | undefined {
  const length = distanceBetween(from, to)
  return length < 1e-6 ? undefined : { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}
