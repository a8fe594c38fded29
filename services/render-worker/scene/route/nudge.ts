import { type Budget, createBudget } from '../geometry/budget.ts'
import type { Point, Rect } from '../geometry/rect.ts'
import { type Coordinate, crossAxis } from '../geometry/sides.ts'
import { orderByCrossings } from './crossing-order.ts'
import { isStepped } from './edge-path.ts'
import { orthogonalRoute, type Route, type UnroutedEdge } from './edge.ts'
import { type Room, within } from './ports.ts'
import { moveSegment, withoutCollinear } from './step-path.ts'
import {
  CLEARANCE,
  MAX_JOG,
  MAX_NUDGE_SWEEPS,
  MAX_PARALLEL_COMPARED,
  MIN_STEP,
  nudgeCardDistances,
  nudgeGaps,
} from './tuning.ts'

/** Cost, in crossings, of an order that the ranges of two segments rule out. */
const IMPOSSIBLE = 1_000
/** Px by which sums of coordinates may differ. */
const ROUNDING = 0.01
/** Segments nearer to each other, or ends nearer to each other, look like one line. */
const [APART] = nudgeGaps

/** An orthogonal route. */
interface OrthogonalLine {
  edge: UnroutedEdge
  corners: Point[]
}

/** A horizontal or vertical segment of a line. */
interface LineSegment {
  line: OrthogonalLine
  /** Index of the corner that it begins at. */
  index: number
  /** Its coordinate across its direction. */
  at: number
  /** Its lesser coordinate along its direction; `to` is the greater. */
  from: number
  to: number
  /** Direction of the bend at `from`: 1 to greater coordinates, -1 to lesser ones, 0 at a card. */
  turnAtFrom: number
  turnAtTo: number
}

/** A segment that may be moved to the coordinates of its range; only to its own if it meets a card. */
type RangedSegment = LineSegment & { range: Room }

/**
 * Makes orthogonal routes easier to follow, with the same ends; other routes stay unchanged. It removes jogs. It separates parallel
 * segments that overlap, in an order with few crossings, as far as there is space
 * (Wybrow, Marriott, Stuckey: Orthogonal Connector Routing, 2009, "nudging").
 */
export function nudge(edges: readonly UnroutedEdge[], routes: readonly Route[], cards: readonly Rect[]): Route[] {
  const lines = edges.map((edge, index): OrthogonalLine | undefined => {
    const { corners } = routes[index]!
    return corners && straightened({ edge, corners: withoutCollinear(corners) }, cards)
  })
  const stepped = lines.filter((it) => it !== undefined)
  const budget = createBudget(MAX_PARALLEL_COMPARED)
  for (let sweep = 0; sweep < MAX_NUDGE_SWEEPS; sweep++) {
    let hasMoved = false
    for (const across of ['y', 'x'] as const) {
      const segments = stepped.flatMap((it) => segmentsOf(it, across))
      for (const group of groupsOf(segments, budget)) {
        const ranged = group.map((it) => withRange(it, across, cards))
        for (const [segment, at] of newCoordinates(ranged, budget)) {
          hasMoved ||= Math.abs(segment.at - at) > ROUNDING
          moveSegment(segment.line.corners, segment.index, across, at)
        }
      }
    }
    if (!hasMoved) break
  }
  return routes.map((route, index) => {
    const line = lines[index]
    return line ? orthogonalRoute(line.edge.line, route.ends, line.corners) : route
  })
}

/** Removes the jogs of a line that no card makes necessary. */
function straightened(line: OrthogonalLine, cards: readonly Rect[]): OrthogonalLine {
  for (let index = 0; index + 3 < line.corners.length; index++) {
    const straighter = withoutJog(line, index, cards)
    if (straighter) return straightened(straighter, cards)
  }
  return line
}

/** Replaces the three segments after a corner by one, if the middle one is a jog and there is space; else undefined. */
function withoutJog(
  { edge, corners }: OrthogonalLine,
  index: number,
  cards: readonly Rect[],
): OrthogonalLine | undefined {
  const [a, b, c, d] = corners.slice(index, index + 4) as [Point, Point, Point, Point]
  const across = b.x === c.x ? 'y' : 'x'
  const along = crossAxis(across)
  if (Math.abs(c[across] - b[across]) > MAX_JOG || (b[along] - a[along]) * (d[along] - c[along]) <= 0) return undefined
  const isFirst = index === 0
  const isLast = index + 4 === corners.length
  if (isFirst && isLast) return undefined
  for (const at of isFirst ? [b[across]] : isLast ? [c[across]] : [b[across], c[across]]) {
    const line = { edge, corners: corners.toSpliced(index + 1, 2) }
    moveSegment(line.corners, index, across, at)
    const { least, most } = rangeOf(line, index, across, cards)
    if (least <= at && at <= most) return line
  }
  return undefined
}

/** The segments of a line on which the coordinate `across` is constant. */
function segmentsOf(line: OrthogonalLine, across: Coordinate): LineSegment[] {
  const along = crossAxis(across)
  const { corners } = line
  const segments: LineSegment[] = []
  for (let index = 0; index + 1 < corners.length; index++) {
    const [start, end] = [corners[index]!, corners[index + 1]!]
    const at = start[across]
    if (end[across] !== at) continue
    const turnAtStart = turnTo(corners[index - 1], at, across)
    const turnAtEnd = turnTo(corners[index + 2], at, across)
    const isForward = start[along] < end[along]
    const [from, to] = isForward ? [start[along], end[along]] : [end[along], start[along]]
    const [turnAtFrom, turnAtTo] = isForward ? [turnAtStart, turnAtEnd] : [turnAtEnd, turnAtStart]
    segments.push({ line, index, at, from, to, turnAtFrom, turnAtTo })
  }
  return segments
}

/** Direction from a coordinate to the next corner; 0 if there is none. */
function turnTo(corner: Point | undefined, at: number, across: Coordinate): number {
  return corner ? Math.sign(corner[across] - at) : 0
}

/** A segment with its range, which is its own coordinate if it meets a card or has no space elsewhere. */
function withRange(segment: LineSegment, across: Coordinate, cards: readonly Rect[]): RangedSegment {
  const { line, index, at } = segment
  const doesMeetCard = index === 0 || index + 2 === line.corners.length
  const range = doesMeetCard ? undefined : rangeOf(line, index, across, cards)
  return { ...segment, range: range && range.least <= range.most ? range : { least: at, most: at } }
}

/** The coordinates at which a segment touches no card and makes no adjacent segment too short. If there are none, `least` exceeds `most`. */
function rangeOf({ edge, corners }: OrthogonalLine, index: number, across: Coordinate, cards: readonly Rect[]): Room {
  const along = crossAxis(across)
  const start = corners[index]!
  const end = corners[index + 1]!
  const at = start[across]
  const cardDistance = nudgeCardDistances[isStepped(edge.line) ? 'stepped' : 'curved']
  const from = Math.min(start[along], end[along]) - cardDistance
  const to = Math.max(start[along], end[along]) + cardDistance
  const range = { least: -Infinity, most: Infinity }
  const keepFrom = (first: number, last: number, distance: number): void => {
    if (first + last < 2 * at) range.least = Math.max(range.least, last + distance)
    else range.most = Math.min(range.most, first - distance)
  }
  const before = corners[index - 1]
  const after = corners[index + 2]
  if (before) keepFrom(before[across], before[across], index === 1 ? CLEARANCE : MIN_STEP)
  if (after) keepFrom(after[across], after[across], index + 3 === corners.length ? CLEARANCE : MIN_STEP)
  const [length, thickness] = along === 'x' ? (['width', 'height'] as const) : (['height', 'width'] as const)
  for (const card of cards) {
    if (card[along] >= to || card[along] + card[length] <= from) continue
    if ((card === edge.source && !before) || (card === edge.target && !after)) continue
    const isOwn = card === edge.source || card === edge.target
    keepFrom(card[across], card[across] + card[thickness], isOwn ? CLEARANCE : cardDistance)
  }
  return range
}

/**
 * Groups of segments that overlap, directly or through other segments; a segment alone is a group, since it may be out of its range. Segments `APART` apart, as a sweep
 * has put them, stay in one group. Once the budget is spent, no further ones join.
 */
function groupsOf(segments: readonly LineSegment[], budget: Budget): LineSegment[][] {
  const sorted = segments.toSorted((a, b) => a.at - b.at)
  const groups = new Map(segments.map((it) => [it, [it]]))
  for (const [index, a] of sorted.entries()) {
    for (let other = index + 1; other < sorted.length && sorted[other]!.at - a.at < APART + ROUNDING; other++) {
      const b = sorted[other]!
      budget.spend(1)
      if (budget.isSpent) return [...new Set(groups.values())]
      if (a.line !== b.line && doSpansMeet(a, b)) join(groups, a, b, budget)
    }
  }
  return [...new Set(groups.values())]
}

function join(groups: Map<LineSegment, LineSegment[]>, a: LineSegment, b: LineSegment, budget: Budget): void {
  const first = groups.get(a)!
  const second = groups.get(b)!
  if (first === second) return
  const all = [...first, ...second]
  budget.spend(all.length)
  for (const segment of all) groups.set(segment, all)
}

function doSpansMeet(a: LineSegment, b: LineSegment): boolean {
  return Math.min(a.to, b.to) - Math.max(a.from, b.from) > -APART
}

/**
 * New coordinates of the movable segments of a group: in the order with the fewest crossings, or else in their present order. None if
 * there is no space to separate them.
 */
function newCoordinates(group: readonly RangedSegment[], budget: Budget): [RangedSegment, number][] {
  if (group.every(isFixed)) return []
  const present = group.toSorted((a, b) => within(a.at, a.range) - within(b.at, b.range))
  for (const ordered of [orderByCrossings(present, crossings, budget), present]) {
    for (const gap of nudgeGaps) {
      const placed = placeApart(ordered, gap)
      if (placed) return placed.filter(([it]) => !isFixed(it))
    }
  }
  return []
}

/** Places segments in their order near their coordinates, within their ranges and at least `gap` apart; undefined if they do not fit. */
function placeApart(ordered: readonly RangedSegment[], gap: number): [RangedSegment, number][] | undefined {
  const fixed = ordered.findIndex(isFixed)
  const mean = ordered.reduce((sum, it) => sum + it.at, 0) / ordered.length
  const [anchor, anchorAt] = fixed === -1 ? [(ordered.length - 1) / 2, mean] : [fixed, ordered[fixed]!.at]
  const highest = ordered.map((it) => it.range.most)
  for (let index = ordered.length - 2; index >= 0; index--)
    highest[index] = Math.min(highest[index]!, highest[index + 1]! - gap)
  const placed: [RangedSegment, number][] = []
  let least = -Infinity
  for (const [index, segment] of ordered.entries()) {
    least = Math.max(least + gap, segment.range.least)
    if (least > highest[index]! + ROUNDING) return undefined
    least = Math.min(Math.max(anchorAt + (index - anchor) * gap, least), highest[index]!)
    placed.push([segment, least])
  }
  return placed
}

function isFixed({ range }: RangedSegment): boolean {
  return range.least === range.most
}

/** Crossings of two parallel segments if the first has the lesser coordinate. */
function crossings(first: RangedSegment, second: RangedSegment): number {
  if (first.range.least > second.range.most) return IMPOSSIBLE
  return turnsBeside(first, second, 1) + turnsBeside(second, first, -1)
}

/** Number of bends at the ends of a segment in this direction, beside the other segment. */
function turnsBeside({ from, to, turnAtFrom, turnAtTo }: LineSegment, other: LineSegment, direction: 1 | -1): number {
  const isBeside = (at: number): boolean => at > other.from && at < other.to
  return (turnAtFrom === direction && isBeside(from) ? 1 : 0) + (turnAtTo === direction && isBeside(to) ? 1 : 0)
}
