import type { Point, Rect } from '../draw/display-list.ts'
import { extent } from '../layout/columns.ts'
import type { Crossings } from './crossings.ts'
import { isHorizontal, STEP_RADIUS } from './edge-path.ts'
import type { Ends, Side } from './ends.ts'
import { createRoutingGrid, type Gate, type StepPrice } from './routing-grid.ts'
import { roundedPath } from './step-path.ts'
import { DETOUR, endsOver, type Link, type Route } from './way.ts'

/** Px between a detour and the cards that it passes. */
const CLEARANCE = 14
/** Px around two cards within which a detour between them runs. */
const REACH = 140
/** Of more cards there, none is looked around: a search takes as long as the square of their number. */
const MAX_CARDS = 60
/** A smooth line has corners as round as that, where there is room. */
const SMOOTH_RADIUS = 32
const sides: readonly Side[] = ['right', 'left', 'top', 'bottom']

/** Finds ways of level and upright parts around cards. */
export interface Detours {
  /** The cheapest way of an edge, over any sides; none where there is none. */
  find(link: Link, crossings: Crossings, priceOf: StepPrice): Route | undefined
  /** What `find` has looked at so far, for callers with a budget. */
  readonly visited: number
}

/** Finds detours around these cards. */
export function createDetours(cards: readonly Rect[]): Detours {
  let visited = 0
  return {
    get visited() {
      return visited
    },
    find(link, crossings, priceOf) {
      const region = around(hull([link.source, link.target]), REACH)
      const near = cards.filter((it) => doOverlap(it, region))
      if (near.length > MAX_CARDS) return undefined
      const ends = link.isSettled && link.ports ? [link.ports] : sides.map((side) => endsOver(link, [side, side]))
      const starts = ends.map((it) => gateAt(it.source, it.sourceSide, it.sourceSide === link.facing[0]))
      const goals = ends.map((it) => gateAt(it.target, it.targetSide, it.targetSide === link.facing[1]))
      const grid = createRoutingGrid(
        near.map((it) => around(it, CLEARANCE)),
        [...starts, ...goals],
        crossings.near(region),
        region,
      )
      const found = grid.cheapest(starts, goals, priceOf)
      visited += grid.visited
      if (!found) return undefined
      const [first, last] = [ends[found.start]!, ends[found.goal]!]
      const own: Ends = { ...first, target: last.target, targetSide: last.targetSide }
      return { ends: own, path: roundedPath(cornersOf([own.source, ...found.points, own.target]), radiusOf(link)) }
    },
  }
}

/** Straight out of a side. */
function gateAt({ x, y }: Point, side: Side, isFacing: boolean): Gate {
  const far = side === 'right' || side === 'bottom' ? CLEARANCE : -CLEARANCE
  const isLevel = isHorizontal(side)
  return { at: isLevel ? { x: x + far, y } : { x, y: y + far }, isLevel, price: isFacing ? 0 : DETOUR / 2 }
}

function radiusOf({ line }: Link): number {
  if (line === 'step') return 0
  return line === 'smoothstep' ? STEP_RADIUS : SMOOTH_RADIUS
}

/** Without points that the line runs straight through. */
function cornersOf(points: readonly Point[]): Point[] {
  return points.filter((it, index) => {
    const [before, after] = [points[index - 1], points[index + 1]]
    if (!before || !after) return true
    return !((before.x === it.x && it.x === after.x) || (before.y === it.y && it.y === after.y))
  })
}

function hull(rects: readonly Rect[]): Rect {
  const { left: x, top: y, ...size } = extent(rects)
  return { x, y, ...size }
}

function around({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

function doOverlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
