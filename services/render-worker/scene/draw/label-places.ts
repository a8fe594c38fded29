import { type Connector, CROWDED_EDGES } from './connector.ts'
import type { Point, Rect, Size } from './display-list.ts'
import { arrowheadSquares } from './draw-connectors.ts'
import { directionAt, type Path, pointAt, round, samplesOf, verticesOf } from '../geometry/path.ts'
import { createPointIndex } from '../geometry/point-index.ts'
import { contains, squareAround } from '../geometry/rect.ts'
import { createRectIndex } from '../geometry/rect-index.ts'

/** Candidate positions of a label, as fractions of the path: the middle first, then outwards. */
const PLACES = Array.from({ length: 27 }, (_, it) => 0.5 + (it % 2 === 0 ? 1 : -1) * Math.ceil(it / 2) * 0.028)
/** Minimum px between a label and its obstacles. */
const GAP = 2
/**
 * Maximum number of comparisons with rectangles and sample points per map. Further labels stand on the middle of their paths.
 * In a dense cluster, each label is compared with all labels and lines.
 */
const MAX_COMPARED = 20_000_000
/** Candidate distances in px between a line and a label beside it. The largest clears even a card next to a short line. */
const ASIDE = [4, 12, 26, 50, 74]
/** Px between a line and its label beyond which a position costs more, since the label no longer seems to belong to the line. */
const NEAR = 12
/** Minimum visible px of a line, on both sides of its label together, enough to show its dashes. */
const VISIBLE = 40
/** Px between the sample points of a line. */
const SAMPLE = 14
/** Half the side of a circle's inscribed square, as a share of the radius. */
const INSCRIBED = Math.SQRT1_2

/** Cost per px of path between a label and the middle. It is low: a position on the line is better than one near its middle. */
const AWAY = 0.2
/** Costs of the faults of a position: `covered` per px², `crossing` per sample point, the others once. */
const costs = { covered: 40, short: 300, bend: 120, beside: 200, far: 400, crossing: 60, foreign: 300 } as const

/** Measures what a label would cover at a position. */
interface Coverage {
  /** Covered area of cards, other labels and arrowheads, in px². */
  covered(rect: Rect): number
  /** Number of covered sample points of other lines. */
  crossings(rect: Rect, connector: Connector): number
  /** Whether another line is nearer to `middle` than `distance` px. */
  isNearer(middle: Point, distance: number, connector: Connector): boolean
}

/**
 * Places every label on the middle of its path, or near it, so that it covers no card, no other label, no bend and no other
 * line. The label of a line that is too short stands beside it.
 * Without a free position, a label gets the position that covers the least.
 */
export function placeLabels(connectors: readonly Connector[], cards: readonly Rect[]): Map<Connector, Rect> {
  const taken = createRectIndex()
  for (const card of cards) taken.add(card)
  for (const connector of connectors) for (const square of arrowheadSquares(connector)) taken.add(square)
  const lines = createPointIndex<Connector>()
  const isCrowded = connectors.length > CROWDED_EDGES
  if (!isCrowded) {
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
    const isBudgetSpent = taken.compared + lines.compared > MAX_COMPARED
    const rect = isBudgetSpent
      ? centred(pointAt(connector.path, 0.5), connector.label)
      : bestPlace(connector, connector.label, isCrowded, coverage)
    taken.add(rect)
    places.set(connector, rect)
  }
  return places
}

function bestPlace(connector: Connector, size: Size, isCrowded: boolean, coverage: Coverage): Rect {
  let best: Rect | undefined
  let least = Infinity
  for (const { lowerBound, candidates } of tiers(connector.path, size, isCrowded, () => least)) {
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
  /** Cost of the position itself, without the cost of what it covers. */
  cost: number
  /** Px from the label's middle to its line. */
  distance: number
}

/** Candidates whose costs have a lower bound. */
interface Tier {
  lowerBound: number
  candidates: Iterable<LabelCandidate>
}

/** Yields candidates on the line, then at growing distances from it. Omits candidates that cost at least as much as the best so far. */
function* tiers(path: Path, size: Size, isCrowded: boolean, least: () => number): Generator<Tier> {
  const anchors = anchorsOn(path)
  yield { lowerBound: 0, candidates: onLine(path, anchors, size, least) }
  if (isCrowded) return
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

/** Yields candidates above the line, then below it. */
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

/** A point of a path for a label on it or beside it. */
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

/** Turns a direction upwards; a horizontal direction, to the right. */
function upwards({ x, y }: Point): Point {
  const leadsUp = Math.abs(y) > 0.01 ? y < 0 : x > 0
  return leadsUp ? { x, y } : { x: -x, y: -y }
}
