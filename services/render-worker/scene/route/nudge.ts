import type { Point, Rect } from '../draw/display-list.ts'
import type { Route, UnroutedEdge } from './candidate.ts'
import { orderByCrossings } from './crossing-order.ts'
import { CLEARANCE } from './detour.ts'
import { cornerRadius } from './edge-path.ts'
import { type Coordinate, crossAxis } from './ends.ts'
import { cornersAlong, movePart, roundedPath, withoutCollinear } from './step-path.ts'

/** Parallel parts fewer px apart, and with less between their ends, are one line to the eye. */
const NEAR = 8
/** Px between parallel parts: the first for which there is room. */
const gaps = [8, 6, 4.5] as const
/** Least px between a part and the cards that it passes. */
const CARD_DISTANCE = 7
/** Least px of a part between two bends. */
const SHORT = 8
/** A step aside of fewer px, between two parts in the same direction, looks like a mistake. */
const JOG = 24
/** Moved parts may come near others, which then move in their turn. */
const SWEEPS = 3

/** A route of horizontal and vertical parts. */
interface Line {
  edge: UnroutedEdge
  corners: Point[]
}

/** A straight part of a line along one axis. */
interface Part {
  line: Line
  /** Index of the corner that it begins at. */
  index: number
  /** Its coordinate across its direction. */
  at: number
  /** Where it begins and ends along its direction; `from` is the lesser. */
  from: number
  to: number
  /** Whether the line turns to greater (1) or lesser (-1) coordinates there; 0 at a card. */
  turnAtFrom: number
  turnAtTo: number
  /** Where it may be moved to; nowhere else if it meets a card. */
  range: Range
}

interface Range {
  least: number
  most: number
}

/**
 * Makes routes of horizontal and vertical parts easier to follow, between the same ends; other routes stay as they are. Jogs go, and
 * parallel parts that overlap, since each had taken the cheapest way along the borders of cards, are put side by side in an order
 * with few crossings, as far as cards leave room (Wybrow, Marriott, Stuckey: Orthogonal Connector Routing, 2009, "nudging").
 */
export function nudge(edges: readonly UnroutedEdge[], routes: readonly Route[], cards: readonly Rect[]): Route[] {
  const lines = edges.map((edge, index): Line | undefined => {
    const corners = edge.source === edge.target ? undefined : cornersAlong(routes[index]!.path)
    return corners && straightened({ edge, corners: withoutCollinear(corners) }, cards)
  })
  const stepped = lines.filter((it) => it !== undefined)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const across of ['y', 'x'] as const) {
      const parts = stepped.flatMap((it) => partsOf(it, across, cards))
      for (const group of groupsOf(parts))
        for (const [part, at] of placesOf(group)) movePart(part.line.corners, part.index, across, at)
    }
  }
  return routes.map((route, index) => {
    const line = lines[index]
    return line ? { ...route, path: roundedPath(line.corners, cornerRadius(line.edge.line)) } : route
  })
}

/** The line without the jogs that no card needs. */
function straightened(line: Line, cards: readonly Rect[]): Line {
  for (let index = 0; index + 3 < line.corners.length; index++) {
    const straighter = withoutJog(line, index, cards)
    if (straighter) return straightened(straighter, cards)
  }
  return line
}

/** The line with one part instead of the three from a corner on, if the one in the middle is a jog and cards leave room. */
function withoutJog({ edge, corners }: Line, index: number, cards: readonly Rect[]): Line | undefined {
  const [a, b, c, d] = corners.slice(index, index + 4) as [Point, Point, Point, Point]
  const across = b.x === c.x ? 'y' : 'x'
  const along = crossAxis(across)
  if (Math.abs(c[across] - b[across]) > JOG || (b[along] - a[along]) * (d[along] - c[along]) <= 0) return undefined
  const isFirst = index === 0
  const isLast = index + 4 === corners.length
  if (isFirst && isLast) return undefined
  for (const at of isFirst ? [b[across]] : isLast ? [c[across]] : [b[across], c[across]]) {
    const line = { edge, corners: corners.toSpliced(index + 1, 2) }
    movePart(line.corners, index, across, at)
    const { least, most } = rangeOf(line, index, across, cards)
    if (least <= at && at <= most) return line
  }
  return undefined
}

/** The parts of a line that have one value of the coordinate `across`. */
function partsOf(line: Line, across: Coordinate, cards: readonly Rect[]): Part[] {
  const along = crossAxis(across)
  const { corners } = line
  return corners.slice(0, -1).flatMap((start, index): Part[] => {
    const end = corners[index + 1]!
    const at = start[across]
    if (end[across] !== at) return []
    const doesMeetCard = index === 0 || index + 2 === corners.length
    const range = doesMeetCard ? undefined : rangeOf(line, index, across, cards)
    const isMovable = range !== undefined && range.least <= at && at <= range.most
    const turns = [corners[index - 1], corners[index + 2]].map((it) => (it ? Math.sign(it[across] - at) : 0))
    const [turnAtFrom, turnAtTo] = start[along] < end[along] ? turns : turns.toReversed()
    return [
      {
        line,
        index,
        at,
        from: Math.min(start[along], end[along]),
        to: Math.max(start[along], end[along]),
        turnAtFrom: turnAtFrom!,
        turnAtTo: turnAtTo!,
        range: isMovable ? range : { least: at, most: at },
      },
    ]
  })
}

/** The coordinates at which a part neither touches a card nor leaves a neighbouring part too short. Of none, `least` is the greater. */
function rangeOf({ edge, corners }: Line, index: number, across: Coordinate, cards: readonly Rect[]): Range {
  const along = crossAxis(across)
  const start = corners[index]!
  const end = corners[index + 1]!
  const at = start[across]
  const from = Math.min(start[along], end[along]) - CARD_DISTANCE
  const to = Math.max(start[along], end[along]) + CARD_DISTANCE
  const range = { least: -Infinity, most: Infinity }
  const keepFrom = (first: number, last: number, distance: number): void => {
    if (first + last < 2 * at) range.least = Math.max(range.least, last + distance)
    else range.most = Math.min(range.most, first - distance)
  }
  const before = corners[index - 1]
  const after = corners[index + 2]
  if (before) keepFrom(before[across], before[across], index === 1 ? CLEARANCE : SHORT)
  if (after) keepFrom(after[across], after[across], index + 3 === corners.length ? CLEARANCE : SHORT)
  const [length, thickness] = along === 'x' ? (['width', 'height'] as const) : (['height', 'width'] as const)
  for (const card of cards) {
    if (card[along] >= to || card[along] + card[length] <= from) continue
    if ((card === edge.source && !before) || (card === edge.target && !after)) continue
    const isOwn = card === edge.source || card === edge.target
    keepFrom(card[across], card[across] + card[thickness], isOwn ? CLEARANCE : CARD_DISTANCE)
  }
  return range
}

/** The parts that overlap others, together with those. */
function groupsOf(parts: readonly Part[]): Part[][] {
  const sorted = parts.toSorted((a, b) => a.at - b.at)
  const groups = new Map<Part, Part[]>()
  for (const [index, a] of sorted.entries()) {
    for (let other = index + 1; other < sorted.length && sorted[other]!.at - a.at < NEAR; other++) {
      const b = sorted[other]!
      if (a.line !== b.line && doMeet(a, b)) join(groups, a, b)
    }
  }
  return [...new Set(groups.values())]
}

function join(groups: Map<Part, Part[]>, a: Part, b: Part): void {
  const first = groups.get(a) ?? [a]
  const second = groups.get(b) ?? [b]
  if (first === second) return
  const all = [...first, ...second]
  for (const it of all) groups.set(it, all)
}

function doMeet(a: Part, b: Part): boolean {
  return Math.min(a.to, b.to) - Math.max(a.from, b.from) > -NEAR
}

/** New coordinates of the parts of a group that move; none if there is no room to tell them apart. */
function placesOf(group: readonly Part[]): [Part, number][] {
  const sorted = group.toSorted((a, b) => a.at - b.at)
  const ordered = orderByCrossings(sorted, crossings)
  const fixed = ordered.findIndex(isFixed)
  const mean = ordered.reduce((sum, it) => sum + it.at, 0) / ordered.length
  const [anchor, anchorAt] = fixed === -1 ? [(ordered.length - 1) / 2, mean] : [fixed, ordered[fixed]!.at]
  for (const gap of gaps) {
    const places = ordered.map((part, index) => [part, anchorAt + (index - anchor) * gap] as [Part, number])
    const moving = places.filter(([it]) => !isFixed(it))
    const least = Math.max(...moving.map(([{ range }, at]) => range.least - at))
    const most = Math.min(...moving.map(([{ range }, at]) => range.most - at))
    if (least > most) continue
    const shift = Math.min(Math.max(0, least), most)
    if (shift === 0 || fixed === -1) return moving.map(([it, at]) => [it, at + shift])
  }
  return []
}

function isFixed({ range }: Part): boolean {
  return range.least === range.most
}

/** Crossings of two parts side by side, the first of which has the lesser coordinate. */
function crossings(first: Part, second: Part): number {
  return turnsBeside(first, second, 1) + turnsBeside(second, first, -1)
}

/** How many ends of a part turn in this direction beside the other part. */
function turnsBeside({ from, to, turnAtFrom, turnAtTo }: Part, other: Part, direction: 1 | -1): number {
  const isBeside = (at: number): boolean => at > other.from && at < other.to
  return (turnAtFrom === direction && isBeside(from) ? 1 : 0) + (turnAtTo === direction && isBeside(to) ? 1 : 0)
}
