import type { MapEdge } from '@maps/shared/map'
import type { Point, Rect } from '../draw/display-list.ts'
import type { Bend, Ends, Side } from './ends.ts'
import { type Path, createPath } from './path.ts'
import { STEP_OFFSET, stepPath } from './step-path.ts'

/** The shape of the line of an edge. */
export type LineKind = NonNullable<MapEdge['line']>
/** Over which side an edge leaves its source, and over which it comes to its target. */
export type Sides = readonly [Side, Side]
/** The direction in which a drawing flows. */
export type Axis = 'horizontal' | 'vertical'

/** The place of an edge among those between the same two cards. */
export interface Fan {
  index: number
  count: number
}

/** React Flow's own. */
const CURVATURE = 0.25
/** Radius of the corners of a line of steps, in canvas px. */
export const STEP_RADIUS = 5
/** How far parallel edges stand apart, and how far from a card's corner they stay. */
const FAN_GAP = 20
/** Distance that edges keep from a card's corner, in canvas px. */
export const CORNER = 16
/** A line that rises or falls by less, only since its cards differ in size, looks like a mistake. */
export const NEARLY_STRAIGHT = 24
const LOOP = { fromCorner: 24, step: 13, reach: 70, reachStep: 36, most: 12 }

const opposites: Record<Side, Side> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' }

/** The sides that face each other over the larger free gap; where both are equal, left and right. `preferred` wins where it is free. */
export function facingSides(source: Rect, target: Rect, preferred?: Axis): Sides {
  const horizontal = Math.max(target.x - source.x - source.width, source.x - target.x - target.width)
  const vertical = Math.max(target.y - source.y - source.height, source.y - target.y - target.height)
  const axis = chooseAxis(horizontal, vertical, preferred)
  if (axis === 'horizontal') {
    const isRightward = target.x + target.width / 2 >= source.x + source.width / 2
    return isRightward ? ['right', 'left'] : ['left', 'right']
  }
  const isDownward = target.y + target.height / 2 >= source.y + source.height / 2
  return isDownward ? ['bottom', 'top'] : ['top', 'bottom']
}

function chooseAxis(horizontal: number, vertical: number, preferred?: Axis): Axis {
  if (preferred === 'horizontal' && horizontal > STEP_OFFSET) return preferred
  if (preferred === 'vertical' && vertical > STEP_OFFSET) return preferred
  return horizontal >= vertical ? 'horizontal' : 'vertical'
}

/**
 * The ends of one of the edges between two cards: the middle of the sides, fanned out along them so that none crosses another.
 * A side that lies wholly beside a longer one is met at its middle by both, if the line is nearly straight without that.
 */
export function endsBetween(source: Rect, target: Rect, sides: Sides, fan: Fan): Ends {
  const [sourceSide, targetSide] = sides
  const lengths = [lengthOf(source, sourceSide), lengthOf(target, targetSide)] as const
  const offset = fanOffset(Math.min(...lengths), fan)
  const sign = turnsOver(sourceSide, targetSide) && !isBefore(source, target) ? -1 : 1
  const shift = straightening(source, target, sides)
  const isSourceLonger = lengths[0] > lengths[1]
  return {
    source: middleOf(source, sourceSide, sign * offset + (isSourceLonger ? shift : 0)),
    sourceSide,
    target: middleOf(
      target,
      targetSide,
      (turnsOver(sourceSide, targetSide) ? -sign : 1) * offset - (isSourceLonger ? 0 : shift),
    ),
    targetSide,
  }
}

/** How far the middle of the target's side lies beyond the source's, where the line is to be straight for all that. */
function straightening(source: Rect, target: Rect, [sourceSide, targetSide]: Sides): number {
  if (targetSide !== opposite(sourceSide)) return 0
  const axis = isHorizontal(sourceSide) ? 'y' : 'x'
  const shift = middleOf(target, targetSide, 0)[axis] - middleOf(source, sourceSide, 0)[axis]
  const room = Math.abs(lengthOf(source, sourceSide) - lengthOf(target, targetSide)) / 2
  return Math.abs(shift) <= Math.min(NEARLY_STRAIGHT, room) ? shift : 0
}

/** How far from the middle of a side so long the edge leaves it, in px to the right or down. */
function fanOffset(length: number, { index, count }: Fan): number {
  if (count < 2) return 0
  return (index - (count - 1) / 2) * Math.min(FAN_GAP, (length - 2 * CORNER) / (count - 1))
}

/** The same of two cards, whichever way an edge between them points. */
export function isBefore(a: Rect, b: Rect): boolean {
  return a.x === b.x ? a.y < b.y : a.x < b.x
}

/** The length of a side of a rectangle. */
export function lengthOf({ width, height }: Rect, side: Side): number {
  return isHorizontal(side) ? height : width
}

/** Whether a side looks left or right. */
export function isHorizontal(side: Side): boolean {
  return side === 'left' || side === 'right'
}

/** The side across from a side. */
export function opposite(side: Side): Side {
  return opposites[side]
}

/** Whether the line that leaves first from the top or left arrives last, since it is the outer one of a turn. */
export function turnsOver(sourceSide: Side, targetSide: Side): boolean {
  if (isHorizontal(sourceSide) === isHorizontal(targetSide)) return sourceSide === targetSide
  const isRightOrBottom = (side: Side): boolean => side === 'right' || side === 'bottom'
  return isRightOrBottom(sourceSide) !== isRightOrBottom(targetSide)
}

/** The middle of a side, or so many px along it. */
export function middleOf({ x, y, width, height }: Rect, side: Side, offset: number): Point {
  switch (side) {
    case 'left':
      return { x, y: y + height / 2 + offset }
    case 'right':
      return { x: x + width, y: y + height / 2 + offset }
    case 'top':
      return { x: x + width / 2 + offset, y }
    case 'bottom':
      return { x: x + width / 2 + offset, y: y + height }
  }
}

/** The line from end to end, exactly as React Flow draws it with these options. */
export function edgePath(line: LineKind, ends: Ends, bend?: Bend): Path {
  const { source, sourceSide, target, targetSide } = ends
  switch (line) {
    case 'bezier':
      return createPath([
        [source, controlOf(source, sourceSide, target), controlOf(target, targetSide, source), target],
      ])
    case 'smoothstep':
      return stepPath(ends, STEP_RADIUS, bend)
    case 'step':
      return stepPath(ends, 0, bend)
    case 'straight':
      return createPath([[source, target]])
  }
}

/** As React Flow has it. */
function controlOf(from: Point, side: Side, to: Point): Point {
  const distance = beyond(from, side, to)
  const offset = distance >= 0 ? distance / 2 : CURVATURE * 25 * Math.sqrt(-distance)
  const sign = side === 'right' || side === 'bottom' ? 1 : -1
  return isHorizontal(side) ? { x: from.x + sign * offset, y: from.y } : { x: from.x, y: from.y + sign * offset }
}

/** How far a point lies out from a side. */
export function beyond(from: Point, side: Side, point: Point): number {
  switch (side) {
    case 'left':
      return from.x - point.x
    case 'right':
      return point.x - from.x
    case 'top':
      return from.y - point.y
    case 'bottom':
      return point.y - from.y
  }
}

/** The ends of a card's `index`th edge to itself: out of its right side, around the corner, into its top. */
export function loopEnds({ x, y, width, height }: Rect, index: number): Ends {
  const fromCorner = LOOP.fromCorner + Math.min(index, LOOP.most) * LOOP.step
  return {
    source: { x: x + width, y: y + Math.min(fromCorner, height - CORNER) },
    sourceSide: 'right',
    target: { x: x + Math.max(width - fromCorner, CORNER), y },
    targetSide: 'top',
  }
}

/** A self loop; each runs around the one before. React Flow has none of its own. */
export function loopPath(line: LineKind, ends: Ends, index: number): Path {
  const { source, target } = ends
  if (line === 'smoothstep' || line === 'step') {
    const offset = STEP_OFFSET + Math.min(index, LOOP.most) * LOOP.step
    return stepPath(ends, line === 'step' ? 0 : STEP_RADIUS, { offset })
  }
  const reach = LOOP.reach + Math.min(index, LOOP.most) * LOOP.reachStep
  return createPath([[source, { x: source.x + reach, y: source.y }, { x: target.x, y: target.y - reach }, target]])
}

/** How far `count` self loops reach beyond their card, to the right and above. */
export function loopRoom(count: number): number {
  return count === 0 ? 0 : STEP_OFFSET + 10 + Math.min(count, LOOP.most) * LOOP.step
}
