import { createBudget } from '../geometry/budget.ts'
import { createPath, type Path, reversed, transposed } from '../geometry/path.ts'
import type { Point, Rect } from '../geometry/rect.ts'
import { quadraticCurve, type Segment, segmentEnd, transposedPoint } from '../geometry/segment.ts'
import type { Waypoint } from '../layout/box.ts'
import { LANE_WIDTH, outerEnd } from '../layout/lanes.ts'
import { cornerRadius, isStepped } from './edge-path.ts'
import type { EdgePassage, LayeredEdge, PortedEdge } from './edge.ts'
import { assignLanes, type Hop } from './lane-assignment.ts'
import { common, type SidedEdge } from './ports.ts'
import { roundedPath } from './step-path.ts'
import {
  CURVE_DISTANCE,
  CURVE_REACH,
  CURVE_STRAIGHT,
  MAX_CURVE_SHARE,
  MAX_PARALLEL_COMPARED,
  MIN_STEP,
  TURN_RADIUS,
  TURN_STRAIGHT,
} from './tuning.ts'

/** Px to a point that is far enough away to order lines by their waypoints alone. */
const FAR = 10_000

/** An edge with a passage, and with ports on the sides of the passage. */
export type PassageEdge = PortedEdge & LayeredEdge

/**
 * Routes edges through their passages. In the gap between two layers, each orthogonal line bends in a lane, and the order of the lanes
 * avoids crossings. A curve uses the whole gap, and so does a straight line, which bends where a card is in its
 * way. No edge runs behind a card, and few overlap.
 */
export function routeThroughPassages(edges: readonly PassageEdge[]): Path[] {
  const hops = edges.map(hopsOf)
  const bending = hops.flatMap((own, index) => {
    const { line } = edges[index]!
    return own.filter((it) => it.from !== it.to && (isStepped(line) || it.gap.turnBack !== undefined))
  })
  const budget = createBudget(MAX_PARALLEL_COMPARED)
  const crowdsLast = [...Map.groupBy(bending, (it) => it.gap)].sort(([, a], [, b]) => a.length - b.length)
  for (const [gap, own] of crowdsLast) assignLanes(own, gap, budget)
  return edges.map((it, index) => pathOf(it, hops[index]!))
}

/** Points in the directions in which an edge leaves its source and its target. They determine the order of ports, not the line. */
export function nextPoints(edge: LayeredEdge): [Point, Point] {
  const { passage, source, target } = edge
  const { gaps, axis, isForward } = passage
  const waypoints = ownWaypoints(edge).map((it) => it.at)
  const [first, last] = isForward ? [source, target] : [target, source]
  const middle = ({ x, y, width, height }: Rect): number => (axis === 'horizontal' ? y + height / 2 : x + width / 2)
  const firstGap = gaps[0]!
  const lastGap = gaps.at(-1)!
  // The line of a U-turn leads backwards, so that the outermost line gets the first port.
  const afterX = firstGap.turnBack === undefined ? firstGap.to : firstGap.to - firstGap.turnBack * FAR
  const beforeX = lastGap.turnBack === undefined ? lastGap.from : lastGap.from - lastGap.turnBack * FAR
  const afterFirst = alongFlow(passage, { x: afterX, y: waypoints[0] ?? middle(last) })
  const beforeLast = alongFlow(passage, { x: beforeX, y: waypoints.at(-1) ?? middle(first) })
  return isForward ? [afterFirst, beforeLast] : [beforeLast, afterFirst]
}

/** The coordinates at which an edge can be straight through its passage, and at each of its ends. */
export function roomsOf(edge: LayeredEdge): NonNullable<SidedEdge['rooms']> {
  const { gaps, isForward } = edge.passage
  const waypoints = ownWaypoints(edge)
  const first = gaps[0]!.turnBack === undefined ? waypoints[0] : undefined
  const last = gaps.at(-1)!.turnBack === undefined ? waypoints.at(-1) : undefined
  const [source, target] = isForward ? [first, last] : [last, first]
  return { whole: common(...waypoints), source, target }
}

/** Converts a point to axes with x along the flow, or back to the picture's axes. */
function alongFlow({ axis }: EdgePassage, point: Point): Point {
  return axis === 'horizontal' ? point : transposedPoint(point)
}

/** The edge's ends in the order of its passage, with x along the flow. */
function endsAlong({ passage, ports }: PassageEdge): [Point, Point] {
  const source = alongFlow(passage, ports.source)
  const target = alongFlow(passage, ports.target)
  return passage.isForward ? [source, target] : [target, source]
}

function hopsOf(edge: PassageEdge): Hop[] {
  const [first, last] = endsAlong(edge)
  const fanPositions = fanPositionsOf(edge)
  const all = [first.y, ...straightened(first.y, ownWaypoints(edge), last.y), last.y]
  return edge.passage.gaps.map((gap, index): Hop => {
    const from = all[index]!
    const to = all[index + 1]!
    // Of two curves down to the right, the upper one is further right.
    const slope = Math.sign(to - from) * Math.sign(gap.to - gap.from)
    const distance = Math.min(CURVE_DISTANCE, (MAX_CURVE_SHARE * Math.abs(gap.to - gap.from)) / edge.fan.count)
    return { gap, from, to, turnAt: (gap.from + gap.to) / 2 - slope * fanPositions[index]! * distance }
  })
}

/** The waypoints of an edge, each in its own lane among the parallel edges of its two cards. */
function ownWaypoints(edge: LayeredEdge): Waypoint[] {
  const fanPositions = fanPositionsOf(edge)
  const room = edge.fan.count > 1 ? 0.5 : Infinity
  return edge.passage.waypoints.map(({ at, least, most }, index) => {
    const own = at + fanPositions[index + 1]! * LANE_WIDTH
    return { at: own, least: Math.max(least, own - room), most: Math.min(most, own + room) }
  })
}

/** By gap, the position of an edge among the parallel edges of its two cards, relative to their middle. A U-turn reverses their order. */
function fanPositionsOf({ fan: { index, count }, passage: { gaps } }: LayeredEdge): number[] {
  let position = index - (count - 1) / 2
  return gaps.map((_, at) => {
    if (at > 0 && gaps[at - 1]!.turnBack !== undefined) position = -position
    return position
  })
}

/** Coordinates at which a line crosses the layers: the same ones as far as the waypoints allow, from the first end and then from the last. */
function straightened(first: number, waypoints: readonly Waypoint[], last: number): number[] {
  const isFree = (y: number, { least, most }: Waypoint): boolean => y >= least && y <= most
  let at = first
  const straight = waypoints.map((it) => (at = isFree(at, it) ? at : visibleStep(at, it)))
  for (let to = waypoints.length - 1; to >= 0 && straight[to] !== first && isFree(last, waypoints[to]!); to--)
    straight[to] = last
  return straight
}

/** The coordinate of a waypoint for a line from another one, far enough to look meant if there is room. */
function visibleStep(from: number, { at, least, most }: Waypoint): number {
  return [at, least, most].find((it) => Math.abs(it - from) >= MIN_STEP) ?? at
}

function pathOf(edge: PassageEdge, hops: readonly Hop[]): Path {
  const ends = endsAlong(edge)
  const path = isStepped(edge.line) ? steppedPath(edge, ends, hops) : curvedPath(ends, hops)
  const turned = edge.passage.axis === 'horizontal' ? path : transposed(path)
  return edge.passage.isForward ? turned : reversed(turned)
}

function steppedPath({ line }: PassageEdge, [first, last]: readonly [Point, Point], hops: readonly Hop[]): Path {
  const corners = hops
    .filter(({ from, to }) => from !== to)
    .flatMap(({ from, to, turnAt: x }) => [
      { x, y: from },
      { x, y: to },
    ])
  return roundedPath([first, ...corners, last], cornerRadius(line))
}

/** A path with a curve in each gap, and straight through the layers. */
function curvedPath([first, last]: readonly [Point, Point], hops: readonly Hop[]): Path {
  const segments: Segment[] = []
  let at = first
  const goTo = (point: Point): void => {
    if (point.x !== at.x || point.y !== at.y) segments.push([at, point])
    at = point
  }
  for (const hop of hops) {
    const own = hop.gap.turnBack === undefined ? [acrossGap(hop)] : uTurn(hop)
    goTo(own[0]![0])
    segments.push(...own)
    at = segmentEnd(own.at(-1)!)
  }
  goTo(last)
  return createPath(segments)
}

function acrossGap({ gap, from, to, turnAt }: Hop): Segment {
  const half = Math.min(Math.abs(turnAt - gap.from), Math.abs(turnAt - gap.to)) - CURVE_STRAIGHT
  const start = turnAt - Math.sign(gap.to - gap.from) * half
  const end = 2 * turnAt - start
  const reach = CURVE_REACH * (end - start)
  return [
    { x: start, y: from },
    { x: start + reach, y: from },
    { x: end - reach, y: to },
    { x: end, y: to },
  ]
}

/** The U-turn of a hop: out to its lane, along the lane, and back. */
function uTurn({ gap, from, to, turnAt }: Hop): Segment[] {
  const start = outerEnd(gap) + Math.sign(turnAt - outerEnd(gap)) * TURN_STRAIGHT
  const radius = Math.sign(to - from) * Math.min(Math.abs(to - from) / 2, Math.abs(turnAt - start), TURN_RADIUS)
  const entry = { x: turnAt, y: from + radius }
  const exit = { x: turnAt, y: to - radius }
  return [
    quadraticCurve({ x: start, y: from }, { x: turnAt, y: from }, entry),
    [entry, exit],
    quadraticCurve(exit, { x: turnAt, y: to }, { x: start, y: to }),
  ]
}
