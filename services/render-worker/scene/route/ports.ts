import type { Point, Rect } from '../geometry/rect.ts'
import { axesOf, distanceOut, opposite, pointOnSide, type Side, sideLength, type Sides } from '../geometry/sides.ts'
import { MIN_CORNER_DISTANCE, MIN_PORT_GAP } from '../layout/lanes.ts'
import type { Ends } from './ends.ts'
import { isBefore, reversesOrder } from './place-ends.ts'
import { loopSides } from './self-loop.ts'
import { CORNER_DISTANCE, NEARLY_STRAIGHT, PORT_GAP, selfLoop } from './tuning.ts'

/** An edge between two cards, or a self loop, with the sides of its ends. */
export interface SidedEdge {
  source: Rect
  target: Rect
  sides: Sides
  /** Points towards which its line leaves the source and the target. Default: the other card. */
  via?: readonly [Point, Point] | undefined
  /** The coordinates at which its line can be straight, if it has a passage: from end to end, at its source, and at its target. */
  rooms?: Record<'whole' | 'source' | 'target', Room | undefined>
}

/** A range of coordinates in px across a line. It is empty if `least` exceeds `most`. */
export interface Room {
  least: number
  most: number
}

/** The end of an edge on a side of a card. */
interface Port {
  rect: Rect
  side: Side
  isLoop: boolean
  /** Angle of the line, which determines the order along the side. */
  angle: number
  /** Determines the order of ports with equal angles. */
  tie: number
  /** The next ports on the side, to the left or above, and to the right or below. */
  before?: Port | undefined
  after?: Port | undefined
  /** Px along the side that it leaves to self loops. */
  reserved: number
  /** Offset from the middle of the side, in px to the right or down. */
  offset: number
}

/**
 * Distributes the ports of edges along the sides of their cards, up to `PORT_GAP` apart. The angles of the lines determine the order, so that
 * they do not cross at the card. A port may move to make its line straight. Self loops have the space between
 * the other ports and their corner.
 *
 * @returns the ends of each edge
 */
export function assignPorts(edges: readonly SidedEdge[]): Ends[] {
  const ports = edges.map((it, index) => portsOf(it, index))
  const cards = [...Map.groupBy(ports.flat(), (it) => it.rect).values()]
  const sides = cards.flatMap((it) => [...Map.groupBy(it, ({ side }) => side).values()])
  for (const onSide of sides) spread(onSide)
  for (const [index, [source, target]] of ports.entries()) straighten(source, target, edges[index]!)
  for (const onSide of sides) placeLoops(onSide)
  return ports.map(([source, target]) => ({
    source: pointOnSide(source.rect, source.side, source.offset),
    sourceSide: source.side,
    target: pointOnSide(target.rect, target.side, target.offset),
    targetSide: target.side,
  }))
}

function portsOf({ source, target, sides, via }: SidedEdge, index: number): [Port, Port] {
  const [sourceSide, targetSide] = sides
  // Of parallel lines with bends, the outer line at one card is the outer line at the other.
  const isReversed = reversesOrder(sourceSide, targetSide)
  const isSourceFirst = isBefore(source, target)
  const port = (rect: Rect, side: Side, towards: Point, isFirst: boolean): Port => ({
    rect,
    side,
    isLoop: source === target,
    angle: angleTo(towards, rect, side),
    tie: isReversed && !isFirst ? -index : index,
    reserved: 0,
    offset: 0,
  })
  return [
    port(source, sourceSide, via?.[0] ?? pointOnSide(target, targetSide), isSourceFirst),
    port(target, targetSide, via?.[1] ?? pointOnSide(source, sourceSide), !isSourceFirst),
  ]
}

/** Angle of a point from the middle of a side, in radians: 0 is straight outwards. It grows to the right or down. */
function angleTo(point: Point, rect: Rect, side: Side): number {
  const middle = pointOnSide(rect, side)
  const [, across] = axesOf(side)
  return Math.atan2(point[across] - middle[across], distanceOut(middle, side, point))
}

/** Places the ports of one side around its middle. Those of self loops are among them if there is no space at the corner. */
function spread(ports: readonly Port[]): void {
  const loops = ports.filter((it) => it.isLoop)
  const others = ports.filter((it) => !it.isLoop).sort((a, b) => a.angle - b.angle || a.tie - b.tie)
  spaceEvenly(others)
  const [first] = loops
  if (!first) return
  const reserved = (loops.length + 1) * MIN_PORT_GAP
  for (const port of others) port.reserved = reserved
  if (others.every((it) => distanceToLoops(it) >= reserved)) return
  spaceEvenly(isFirstAtLoops(first.side) ? [...loops, ...others] : [...others, ...loops.toReversed()])
}

/** Places ports in their order, with equal gaps. */
function spaceEvenly(ports: readonly Port[]): void {
  const count = ports.length
  const [first] = ports
  if (!first || count < 2) return
  const length = sideLength(first.rect, first.side)
  const gapWithin = (corner: number): number => Math.min(PORT_GAP, (length - 2 * corner) / (count - 1))
  const usual = gapWithin(CORNER_DISTANCE)
  const gap = usual < MIN_PORT_GAP ? gapWithin(MIN_CORNER_DISTANCE) : usual
  for (const [index, port] of ports.entries()) {
    port.before = ports[index - 1]
    port.after = ports[index + 1]
    port.offset = (index - (count - 1) / 2) * gap
  }
}

/** Places the self loops of one side between their corner and its other ports, the innermost loop at the corner. */
function placeLoops(ports: readonly Port[]): void {
  const loops = ports.filter((it) => it.isLoop)
  const [first] = loops
  if (!first) return
  const length = sideLength(first.rect, first.side)
  const hasOthers = loops.length < ports.length
  const room = ports.reduce((least, it) => (it.isLoop ? least : Math.min(least, distanceToLoops(it))), length)
  const gap = Math.min(selfLoop.step, room / (loops.length + 1))
  // Else, they are spaced evenly with the others.
  if (hasOthers && gap < MIN_PORT_GAP) return
  for (const [index, loop] of loops.entries()) {
    const fromCorner = (index + 1) * gap
    loop.offset = isFirstAtLoops(loop.side) ? fromCorner - length / 2 : length / 2 - fromCorner
  }
}

/** Px between a port and the corner of its card's self loops, along its side. */
function distanceToLoops({ rect, side, offset }: Port): number {
  return sideLength(rect, side) / 2 + (isFirstAtLoops(side) ? offset : -offset)
}

/** Whether the first port of a side, from the left or the top, is the nearest to the corner of self loops. */
function isFirstAtLoops(side: Side): boolean {
  return side === loopSides[0]
}

/** Moves the ports of an edge along their sides to make its line straight, or else as straight as its passage allows, if they are near enough. */
function straighten(source: Port, target: Port, { rooms }: SidedEdge): void {
  const isSourceLonger = sideLength(source.rect, source.side) > sideLength(target.rect, target.side)
  const level = common(roomOf(source), roomOf(target), rooms?.whole)
  if (target.side === opposite(source.side) && level.least <= level.most) {
    const at = within(coordinateOf(isSourceLonger ? target : source), level)
    for (const port of [source, target]) port.offset += at - coordinateOf(port)
  } else if (rooms) {
    for (const [port, room] of [[source, rooms.source] as const, [target, rooms.target] as const]) {
      const free = common(roomOf(port), room)
      if (free.least <= free.most) port.offset += within(coordinateOf(port), free) - coordinateOf(port)
    }
  }
}

/** The coordinate of a port along its side, in px. */
function coordinateOf({ rect, side, offset }: Port): number {
  return pointOnSide(rect, side, offset)[axesOf(side)[1]]
}

/** The coordinates to which a port may move between its neighbours. */
function roomOf(port: Port): Room {
  const { rect, side, offset, before, after, reserved } = port
  const half = sideLength(rect, side) / 2
  const atLoops = half - Math.max(reserved, MIN_CORNER_DISTANCE)
  const [first, last] = isFirstAtLoops(side)
    ? [atLoops, half - MIN_CORNER_DISTANCE]
    : [half - MIN_CORNER_DISTANCE, atLoops]
  const least = Math.max(-first, offset - NEARLY_STRAIGHT, before ? before.offset + 10 : -Infinity)
  const most = Math.min(last, offset + NEARLY_STRAIGHT, after ? after.offset - 10 : Infinity)
  const middle = coordinateOf(port) - offset
  return { least: middle + Math.min(least, offset), most: middle + Math.max(most, offset) }
}

/** The coordinates that all of these ranges share. */
export function common(...rooms: readonly (Room | undefined)[]): Room {
  return {
    least: Math.max(...rooms.map((it) => it?.least ?? -Infinity)),
    most: Math.min(...rooms.map((it) => it?.most ?? Infinity)),
  }
}

/** The coordinate in a range nearest to another one. */
export function within(at: number, { least, most }: Room): number {
  return Math.min(most, Math.max(least, at))
}
