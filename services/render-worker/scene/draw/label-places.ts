import { type Connector, CROWD, marksOf } from './connector.ts'
import type { Point, Rect } from './display-list.ts'
import { directionAt, type Path, pointAt, round, samplesOf, verticesOf } from '../geometry/path.ts'
import { createPointIndex } from '../geometry/point-index.ts'
import { contains } from '../geometry/rect.ts'
import { createRectIndex } from '../geometry/rect-index.ts'

/** Fractions of the path, the middle first, then outwards. */
const PLACES = Array.from({ length: 27 }, (_, it) => 0.5 + (it % 2 === 0 ? 1 : -1) * Math.ceil(it / 2) * 0.028)
const GAP = 2
/**
 * Rectangles and points of lines that are looked at for all labels of a map; the labels after that stand on the middle of their paths.
 * Where labels or lines lie in a heap, each label looks at all of them.
 */
const MAX_COMPARED = 20_000_000
/** Px between a line and a label beside it: the nearest that is free, so that it clears even a card next to a short line. */
const ASIDE = [4, 12, 26, 50, 74]
/** Further away a label is no longer its line's at first sight: only where it would cover something else. */
const NEAR = 12
/** Px of a line that must show on both sides of its label together, for its dashes. */
const VISIBLE = 40
const SAMPLE = 14

/** The price of a px from the middle of the path: a place on the line is worth more than one near its middle. */
const AWAY = 0.2
/** What is given up for a place, in px of distance from the middle of the path; `covered` for each px², `crossing` for each point. */
const cost = { covered: 40, short: 300, bend: 120, beside: 200, far: 400, crossing: 60 } as const

/** What a label would cover at a place. */
interface Surroundings {
  /** Px² of cards, other labels and arrowheads. */
  covered(rect: Rect): number
  /** Points of other edges' lines. */
  crossings(rect: Rect, connector: Connector): number
}

/**
 * Finds a place for every label: on the middle of its path, or as near to it as it covers neither a card nor another label,
 * stands on no bend and hides no other line. A line too short to show on both sides of its label has it beside.
 * Where everything is taken, the place that covers least.
 */
export function placeLabels(connectors: readonly Connector[], cards: readonly Rect[]): Map<Connector, Rect> {
  const taken = createRectIndex()
  for (const card of cards) taken.add(card)
  for (const connector of connectors) for (const mark of marksOf(connector)) taken.add(mark)
  const lines = createPointIndex<Connector>()
  const isCrowd = connectors.length > CROWD
  if (!isCrowd) {
    for (const it of connectors) for (const point of samplesOf(it.path, SAMPLE)) lines.add(point, it)
  }
  const around: Surroundings = {
    covered: (rect) => taken.overlap(rect, GAP),
    crossings: (rect, connector) => lines.count(rect, connector),
  }
  const places = new Map<Connector, Rect>()
  for (const connector of connectors) {
    if (!connector.label) continue
    const isSpent = taken.compared + lines.compared > MAX_COMPARED
    const rect = isSpent
      ? centred(pointAt(connector.path, 0.5), connector.label)
      : bestPlace(connector, connector.label, isCrowd, around)
    taken.add(rect)
    places.set(connector, rect)
  }
  return places
}

function bestPlace(connector: Connector, size: Size, isCrowd: boolean, around: Surroundings): Rect {
  let best: Rect | undefined
  let least = Infinity
  for (const { atLeast, candidates } of tiers(connector.path, size, isCrowd, () => least)) {
    if (atLeast >= least) break
    for (const { rect, price } of candidates) {
      const covering = price + cost.covered * around.covered(rect)
      if (covering >= least) continue
      const whole = covering + cost.crossing * around.crossings(rect, connector)
      if (whole === 0) return rect
      if (whole < least) {
        best = rect
        least = whole
      }
    }
  }
  return best ?? { x: 0, y: 0, ...size }
}

type Size = Pick<Rect, 'width' | 'height'>

interface Candidate {
  rect: Rect
  /** Cost of the place itself, before what it covers. */
  price: number
}

/** Candidates none of which has a lower price than `atLeast`. */
interface Tier {
  atLeast: number
  candidates: Iterable<Candidate>
}

/** On the line, then further and further away from it; what costs as much as the best so far is left out. */
function* tiers(path: Path, size: Size, isCrowd: boolean, least: () => number): Generator<Tier> {
  const places = placesOn(path)
  yield { atLeast: 0, candidates: onLine(path, places, size, least) }
  if (isCrowd) return
  for (const distance of ASIDE) {
    const atLeast = cost.beside + distance + (distance > NEAR ? cost.far : 0)
    yield { atLeast, candidates: beside(places, size, distance, atLeast, least) }
  }
}

function* onLine(path: Path, places: readonly Place[], size: Size, least: () => number): Generator<Candidate> {
  const corners = verticesOf(path)
  for (const { at, direction, away } of places) {
    if (away >= least()) continue
    const rect = centred(at, size)
    const hidden = Math.min(size.width / Math.abs(direction.x), size.height / Math.abs(direction.y))
    const isShort = path.length - hidden < VISIBLE
    const isOnBend = corners.some((it) => contains(rect, it))
    const price = away + (isShort ? cost.short : 0) + (isOnBend ? cost.bend : 0)
    if (price < least()) yield { rect, price }
  }
}

/** On the upper side of the line, then on the other. */
function* beside(
  places: readonly Place[],
  size: Size,
  distance: number,
  plain: number,
  least: () => number,
): Generator<Candidate> {
  for (const side of [1, -1]) {
    for (const { at, across, away } of places) {
      const price = plain + away
      if (price >= least()) continue
      const reach = side * ((Math.abs(across.x) * size.width + Math.abs(across.y) * size.height) / 2 + distance)
      const rect = centred({ x: at.x + across.x * reach, y: at.y + across.y * reach }, size)
      yield { rect, price }
    }
  }
}

interface Place {
  at: Point
  /** Of the line there, a unit vector. */
  direction: Point
  /** The way that leads up from it, a unit vector too. */
  across: Point
  /** How far from the middle of the path, in px. */
  away: number
}

function placesOn(path: Path): Place[] {
  return PLACES.map((fraction) => {
    const direction = directionAt(path, fraction)
    const across = upwards({ x: direction.y, y: -direction.x })
    return { at: pointAt(path, fraction), direction, across, away: AWAY * Math.abs(fraction - 0.5) * path.length }
  })
}

function centred({ x, y }: Point, { width, height }: Size): Rect {
  return { x: round(x - width / 2), y: round(y - height / 2), width, height }
}

/** Of the two ways across a line, the one that leads up; where both are level, the one to the right. */
function upwards({ x, y }: Point): Point {
  const leadsUp = Math.abs(y) > 0.01 ? y < 0 : x > 0
  return leadsUp ? { x, y } : { x: -x, y: -y }
}
