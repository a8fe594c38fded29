import type { Point, Rect } from '../draw/display-list.ts'
import { axesOf } from './axes.ts'
import {
  beyond,
  CORNER,
  isBefore,
  lengthOf,
  middleOf,
  NEARLY_STRAIGHT,
  opposite,
  type Sides,
  turnsOver,
} from './edge-path.ts'
import type { Ends, Side } from './ends.ts'

/** How far apart ends stand on a side, where they fit. */
const GAP = 18
/** Gap in px below which ends may also use the corners. */
const MIN_GAP = 8
const MIN_CORNER = 6

/** How many ends fit on a side of this length, far enough apart to be told from each other. */
export function mostEnds(length: number): number {
  return Math.max(1, Math.floor((length - 2 * MIN_CORNER) / MIN_GAP) + 1)
}

/** An edge between two cards whose sides are chosen. */
export interface Meeting {
  source: Rect
  target: Rect
  sides: Sides
  /** What its line leads to from the source, and from the target, where that is not the other card. */
  via?: readonly [Point, Point] | undefined
  /** Whether its line runs from each end to that point, so that an end level with it makes it straight. */
  isLed?: boolean
}

/** One end of an edge, on a side of a card. */
interface Port {
  rect: Rect
  side: Side
  /** What the order along the side is by: where the line leads, then its place among those that lead to the same. */
  angle: number
  tie: number
  /** How many ends the side has. */
  count: number
  /** From the middle of the side, in px to the right or down. */
  offset: number
}

/**
 * Spreads the ends of edges along the sides of their cards: in the order of where their lines lead, so that they do not cross at the card,
 * and as far apart as fits. An end that has a side for itself may leave its middle to make a line straight.
 *
 * @returns the ends of each edge
 */
export function spreadEnds(meetings: readonly Meeting[]): Ends[] {
  const ports = meetings.map((it, index) => portsOf(it, index))
  for (const onCard of Map.groupBy(ports.flat(), (it) => it.rect).values()) {
    for (const onSide of Map.groupBy(onCard, (it) => it.side).values()) spread(onSide)
  }
  for (const [index, [source, target]] of ports.entries()) straighten(source, target, meetings[index]!)
  return ports.map(([source, target]) => ({
    source: middleOf(source.rect, source.side, source.offset),
    sourceSide: source.side,
    target: middleOf(target.rect, target.side, target.offset),
    targetSide: target.side,
  }))
}

function portsOf({ source, target, sides, via }: Meeting, index: number): [Port, Port] {
  const [sourceSide, targetSide] = sides
  // Of parallel lines that turn, the outer one of one card is the outer one of the other.
  const isTurned = turnsOver(sourceSide, targetSide)
  const isSourceFirst = isBefore(source, target)
  const port = (rect: Rect, side: Side, towards: Point, isFirst: boolean): Port => ({
    rect,
    side,
    angle: angleTo(towards, rect, side),
    tie: isTurned && !isFirst ? -index : index,
    count: 1,
    offset: 0,
  })
  return [
    port(source, sourceSide, via?.[0] ?? middleOf(target, targetSide, 0), isSourceFirst),
    port(target, targetSide, via?.[1] ?? middleOf(source, sourceSide, 0), !isSourceFirst),
  ]
}

/** Of the way from the middle of a side to a point: 0 is straight out, and it grows to the right or down. */
function angleTo(point: Point, rect: Rect, side: Side): number {
  const middle = middleOf(rect, side, 0)
  const [, across] = axesOf(side)
  return Math.atan2(point[across] - middle[across], beyond(middle, side, point))
}

/** All ends on one side. */
function spread(ports: Port[]): void {
  const count = ports.length
  const [first] = ports
  if (!first || count < 2) return
  const length = lengthOf(first.rect, first.side)
  const gapWithin = (corner: number): number => Math.min(GAP, (length - 2 * corner) / (count - 1))
  const usual = gapWithin(CORNER)
  const gap = usual < MIN_GAP ? gapWithin(MIN_CORNER) : usual
  ports.sort((a, b) => a.angle - b.angle || a.tie - b.tie)
  for (const [index, port] of ports.entries()) {
    port.count = count
    port.offset = (index - (count - 1) / 2) * gap
  }
}

/** Moves an end that is alone on its side to where its line is straight, if that is near. */
function straighten(source: Port, target: Port, { via, isLed }: Meeting): void {
  if (target.side !== opposite(source.side)) return
  const [, across] = axesOf(source.side)
  const at = ({ rect, side, offset }: Port): number => middleOf(rect, side, offset)[across]
  if (via && isLed) {
    move(source, via[0][across] - at(source))
    move(target, via[1][across] - at(target))
    return
  }
  const shift = at(target) - at(source)
  const moves = [
    { port: source, by: shift },
    { port: target, by: -shift },
  ]
  const isSourceLonger = lengthOf(source.rect, source.side) > lengthOf(target.rect, target.side)
  ;(isSourceLonger ? moves : moves.toReversed()).some(({ port, by }) => move(port, by))
}

/** @returns whether there is room for that */
function move(port: Port, by: number): boolean {
  const room = Math.min(NEARLY_STRAIGHT, lengthOf(port.rect, port.side) / 2 - CORNER)
  const isFree = port.count === 1 && Math.abs(by) <= room
  if (isFree) port.offset += by
  return isFree
}
