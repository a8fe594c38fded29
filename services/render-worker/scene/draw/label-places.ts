import { type Connector, CROWDED_EDGES } from './connector.ts'
import type { Point, Rect, Size } from './display-list.ts'
import { arrowheadSquares } from './draw-connectors.ts'
import { directionAt, type Path, pointAt, round, samplesOf, verticesOf } from '../geometry/path.ts'
import { createPointIndex } from '../geometry/point-index.ts'
import { contains, squareAround } from '../geometry/rect.ts'
import { createRectIndex } from '../geometry/rect-index.ts'

/** Fractions of the path at which labels are tried: the middle first, then outwards. */
const PLACES = Array.from({ length: 27 }, (_, it) => 0.5 + (it % 2 === 0 ? 1 : -1) * Math.ceil(it / 2) * 0.028)
/** Least px between a label and what it should not cover. */
const GAP = 2
/**
 * Most comparisons with rectangles and points of lines for all labels of a map; further labels stand on the middle of their paths.
 * Where labels or lines lie in a heap, each label is compared with all of them.
 */
const MAX_COMPARED = 20_000_000
/** Px between a line and a label beside it: the nearest that is free, so that it clears even a card next to a short line. */
const ASIDE = [4, 12, 26, 50, 74]
/** Px from its line beyond which a label stands only where it would cover something else: it is no longer its line's at first sight. */
const NEAR = 12
/** Px of a line that must show on both sides of its label together, for its dashes. */
const VISIBLE = 40
/** Px between the points that stand for a line. */
const SAMPLE = 14
/** Half the side of the square in a circle, as a share of the radius. */
const INSCRIBED = Math.SQRT1_2

/** Cost of a px of the path between a label and the middle: a place on the line is worth more than one near its middle. */
const AWAY = 0.2
/** Costs of a place's faults; `covered` for each px², `crossing` for each point. */
const costs = { covered: 40, short: 300, bend: 120, beside: 200, far: 400, crossing: 60, foreign: 300 } as const

/** Measures what a label would cover at a place. */
interface Coverage {
  /** Px² of cards, other labels and arrowheads. */
  covered(rect: Rect): number
  /** Points of other edges' lines. */
  crossings(rect: Rect, connector: Connector): number
  /** Whether the line of another edge comes nearer to this point than that. */
  isNearer(middle: Point, distance: number, connector: Connector): boolean
}

/**
 * Finds a place for every label: on the middle of its path, or as near to it as it covers neither a card nor another label,
 * stands on no bend and hides no other line. A line too short to show on both sides of its label has it beside.
 * Where everything is taken, the place that covers least.
 */
export function placeLabels(connectors: readonly Connector[], cards: readonly Rect[]): Map<Connector, Rect> {
  const taken = createRectIndex()
  for (const card of cards) taken.add(card)
  for (const connector of connectors) for (const square of arrowheadSquares(connector)) taken.add(square)
  const lines = createPointIndex<Connector>()
  const isCrowd = connectors.length > CROWDED_EDGES
  if (!isCrowd) {
    for (const connector of connectors) {
      for (const point of samplesOf(connector.path, SAMPLE)) lines.add(point, connector)
    }
  }
  const coverage: Coverage = {
    covered: (rect) => taken.overlap(rect, GAP),
    crossings: (rect, connector) => lines.count(rect, connector),
    isNearer: (middle, distance, connector) => lines.count(squareAround(middle, distance * INSCRIBED), connector) > 0,
  }
  const places = new Map<Connector, Rect>()
  for (const connector of connectors) {
    if (!connector.label) continue
    const isSpent = taken.compared + lines.compared > MAX_COMPARED
    const rect = isSpent
      ? centred(pointAt(connector.path, 0.5), connector.label)
      : bestPlace(connector, connector.label, isCrowd, coverage)
    taken.add(rect)
    places.set(connector, rect)
  }
  return places
}

function bestPlace(connector: Connector, size: Size, isCrowd: boolean, coverage: Coverage): Rect {
  let best: Rect | undefined
  let least = Infinity
  for (const { lowerBound, candidates } of tiers(connector.path, size, isCrowd, () => least)) {
    if (lowerBound >= least) break
    for (const { rect, cost, distance } of candidates) {
      const covering = cost + costs.covered * coverage.covered(rect)
      if (covering >= least) continue
      const crossed = covering + costs.crossing * coverage.crossings(rect, connector)
      if (crossed >= least) continue
      const isForeign = distance > 0 && coverage.isNearer(centreOf(rect), distance, connector)
      const whole = crossed + (isForeign ? costs.foreign : 0)
      if (whole === 0) return rect
      if (whole < least) {
        best = rect
        least = whole
      }
    }
  }
  return best ?? { x: 0, y: 0, ...size }
}

interface LabelCandidate {
  rect: Rect
  /** Cost of the place itself, before what it covers. */
  cost: number
  /** Px from the label's middle to its line. */
  distance: number
}

/** Candidates whose costs have a lower bound. */
interface Tier {
  lowerBound: number
  candidates: Iterable<LabelCandidate>
}

/** On the line, then further and further away from it; what costs as much as the best so far is left out. */
function* tiers(path: Path, size: Size, isCrowd: boolean, least: () => number): Generator<Tier> {
  const anchors = anchorsOn(path)
  yield { lowerBound: 0, candidates: onLine(path, anchors, size, least) }
  if (isCrowd) return
  for (const distance of ASIDE) {
    const lowerBound = costs.beside + distance + (distance > NEAR ? costs.far : 0)
    yield { lowerBound, candidates: beside(anchors, size, distance, lowerBound, least) }
  }
}

function* onLine(path: Path, anchors: readonly Anchor[], size: Size, least: () => number): Generator<LabelCandidate> {
  const corners = verticesOf(path)
  for (const { at, direction, away } of anchors) {
    if (away >= least()) continue
    const rect = centred(at, size)
    const hidden = Math.min(size.width / Math.abs(direction.x), size.height / Math.abs(direction.y))
    const isShort = path.length - hidden < VISIBLE
    const isOnBend = corners.some((it) => contains(rect, it))
    const cost = away + (isShort ? costs.short : 0) + (isOnBend ? costs.bend : 0)
    if (cost < least()) yield { rect, cost, distance: 0 }
  }
}

/** On the upper side of the line, then on the other. */
function* beside(
  anchors: readonly Anchor[],
  size: Size,
  distance: number,
  lowerBound: number,
  least: () => number,
): Generator<LabelCandidate> {
  for (const side of [1, -1]) {
    for (const { at, across, away } of anchors) {
      const cost = lowerBound + away
      if (cost >= least()) continue
      const reach = (Math.abs(across.x) * size.width + Math.abs(across.y) * size.height) / 2 + distance
      const rect = centred({ x: at.x + side * across.x * reach, y: at.y + side * across.y * reach }, size)
      yield { rect, cost, distance: reach }
    }
  }
}

/** A point of a path that a label may stand on or beside. */
interface Anchor {
  at: Point
  /** Direction of the line there, a unit vector. */
  direction: Point
  /** Direction across the line and up, a unit vector. */
  across: Point
  /** Cost of its distance from the middle of the path. */
  away: number
}

function anchorsOn(path: Path): Anchor[] {
  return PLACES.map((fraction) => {
    const direction = directionAt(path, fraction)
    const across = upwards({ x: direction.y, y: -direction.x })
    return { at: pointAt(path, fraction), direction, across, away: AWAY * Math.abs(fraction - 0.5) * path.length }
  })
}

function centreOf({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

function centred({ x, y }: Point, { width, height }: Size): Rect {
  return { x: round(x - width / 2), y: round(y - height / 2), width, height }
}

/** The direction or its opposite, whichever leads up; of horizontal ones, the one to the right. */
function upwards({ x, y }: Point): Point {
  const leadsUp = Math.abs(y) > 0.01 ? y < 0 : x > 0
  return leadsUp ? { x, y } : { x: -x, y: -y }
}
