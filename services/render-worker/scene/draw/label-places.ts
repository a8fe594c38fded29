import { createBudget } from '../geometry/budget.ts'
import { directionAt, type Path, pointAt, round, verticesOf } from '../geometry/path.ts'
import type { PointIndex } from '../geometry/point-index.ts'
import { createRectIndex, type RectIndex } from '../geometry/rect-index.ts'
import { contains, inflate, middleOf, type Point, type Rect, squareAround } from '../geometry/rect.ts'
import { pointOn, type Segment } from '../geometry/segment.ts'
import { type Connector, CROWDED_EDGES } from './connector.ts'
import { arrowheadSquares, arrowTails } from './draw-connectors.ts'
import type { EdgeLabel, LabelForm, PlacedLabel } from './edge-label.ts'
import { createLineIndex } from './line-index.ts'

/** Candidate positions of a label on each side of the middle of its path: up to `share` of the length away, at most `count`, and in a short path about `apart` px apart. */
const PLACES = { count: 13, share: 0.42, apart: 5 }
/** Minimum px between a label and its obstacles. */
const GAP = 2
/** Px around a label within which a bend or an arrowhead of its own line looks cut off. */
const TURN_GAP = 6
/**
 * Maximum number of comparisons with rectangles and sample points per map. Further labels stand on the middle of their paths.
 * In a dense cluster, each label is compared with all labels and lines.
 */
const MAX_COMPARED = 20_000_000
/** Candidate distances in px between a line and a label beside it. The largest clears even a card next to a short line. */
const ASIDE = [4, 12, 26, 50, 74]
/** Px between a line and its label beyond which a position costs more, since the label no longer seems to belong to the line. */
const BESIDE = 12
/** Beyond `BESIDE`, one in three places is a candidate: that takes a third of the time, and labels are as legible. */
const FAR_STEP = 3
/** Minimum visible px of a line, on both sides of its label together, enough to show its dashes. */
const VISIBLE = 40
/** Px between the sample points of a line. */
const SAMPLE_STEP = 4

/** Cost per px of path between a label and the middle. It is low: a position on the line is better than one near its middle. */
const AWAY = 0.2
/** Px around a label within which another line, such as one that crosses its own, costs. */
const APART = 12
/** Costs of the faults of a position: `covered` per px², `cut` for another line under the label and `near` for one within `APART`, the others once. */
const costs = { covered: 40, short: 300, turn: 250, beside: 200, far: 400, cut: 700, near: 80, foreign: 600 } as const
/** Cost of a position from which on smaller forms of the label are tried: it cuts a line, or is nearer to another line or far from its own. */
const FAULTY = 600

/**
 * Places every label on the middle of its path, or near it, so that it covers no card, no other label, no bend and no other
 * line. The label of a line that is too short stands beside it. Where there is little room, labels have smaller forms.
 * Without a free position, a label gets the position that covers the least.
 */
export function placeLabels(connectors: readonly Connector[], cards: readonly Rect[]): Map<Connector, PlacedLabel> {
  if (!connectors.some((it) => it.label)) return new Map()
  const budget = createBudget(MAX_COMPARED)
  const taken = createRectIndex(budget)
  for (const card of cards) taken.add(card)
  for (const connector of connectors) for (const square of arrowheadSquares(connector)) taken.add(square)
  const isCrowded = connectors.length > CROWDED_EDGES
  const lines = createLineIndex(isCrowded ? [] : connectors, SAMPLE_STEP, budget)
  const places = new Map<Connector, PlacedLabel>()
  for (const connector of connectors) {
    const { path, label } = connector
    if (!label) continue
    const placed = budget.isSpent ? middlePlace(path, label) : bestPlace(connector, label, isCrowded, taken, lines)
    taken.add(placed)
    places.set(connector, placed)
  }
  return places
}

/** @param taken cards, other labels and arrowheads @param lines sample points of all lines */
function bestPlace(
  connector: Connector,
  label: EdgeLabel,
  isCrowded: boolean,
  taken: RectIndex,
  lines: PointIndex<Connector>,
): PlacedLabel {
  const { path } = connector
  const fractions = fractionsOf(path)
  const anchors: Anchor[] = []
  const anchorAt = (index: number): Anchor => (anchors[index] ??= anchorOn(path, fractions[index]!))
  const turns = [...bendsOf(path), ...arrowTails(connector)]
  let best = middlePlace(path, label)
  let least = Infinity

  /**
   * Makes a position the best one if it costs the least so far.
   *
   * @param cost cost of the position itself, without the cost of what it covers
   * @param distance px from the label's middle to its line
   */
  function consider(rect: PlacedLabel, cost: number, distance: number): void {
    let whole = cost + costs.covered * taken.overlap(rect, GAP, (least - cost) / costs.covered)
    if (whole < least && lines.has(distance > 0 ? rect : inflate(rect, APART), connector))
      whole += lines.has(rect, connector) ? costs.cut : costs.near
    if (whole < least && distance > 0 && lines.has(squareAround(middleOf(rect), distance), connector, distance))
      whole += costs.foreign
    if (whole < least) [best, least] = [rect, whole]
  }

  function considerOnLine(form: LabelForm): void {
    for (const index of fractions.keys()) {
      const { at, direction, away } = anchorAt(index)
      if (away >= least) break
      const rect = placedAt(at.x, at.y, form)
      const hidden = Math.min(form.width / Math.abs(direction.x), form.height / Math.abs(direction.y))
      const isShort = path.length - hidden < VISIBLE
      const room = inflate(rect, TURN_GAP)
      const hidesTurn = turns.some((it) => contains(room, it))
      consider(rect, away + (isShort ? costs.short : 0) + (hidesTurn ? costs.turn : 0), 0)
    }
  }

  function considerBeside(form: LabelForm, distance: number): void {
    const lowerBound = costs.beside + distance + (distance > BESIDE ? costs.far : 0)
    for (const side of [1, -1]) {
      for (let index = 0; index < fractions.length; index += distance > BESIDE ? FAR_STEP : 1) {
        const { at, across, away } = anchorAt(index)
        if (lowerBound + away >= least) break
        const reach = (Math.abs(across.x) * form.width + Math.abs(across.y) * form.height) / 2 + distance
        const rect = placedAt(at.x + side * across.x * reach, at.y + side * across.y * reach, form)
        consider(rect, lowerBound + away, reach)
      }
    }
  }

  for (const form of [label, ...label.smaller]) {
    if (least < FAULTY) break
    considerOnLine(form)
    if (!isCrowded) for (const distance of ASIDE) considerBeside(form, distance)
  }
  return best
}

/** Points at which a path turns: where its segments meet, and on its corners between a horizontal and a vertical segment. */
function bendsOf(path: Path): Point[] {
  const isCorner = (it: Segment): boolean => it.length === 4 && (it[0].x === it[1].x) !== (it[2].x === it[3].x)
  const corners = path.segments.length > 1 ? path.segments.filter(isCorner) : []
  return [...verticesOf(path), ...corners.flatMap((it) => [0.25, 0.5, 0.75].map((t) => pointOn(it, t)))]
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

function anchorOn(path: Path, fraction: number): Anchor {
  const direction = directionAt(path, fraction)
  const across = upwards({ x: direction.y, y: -direction.x })
  return { at: pointAt(path, fraction), direction, across, away: AWAY * Math.abs(fraction - 0.5) * path.length }
}

/** Candidate positions as fractions of a path: the middle first, then outwards. */
function fractionsOf({ length }: Path): number[] {
  const count = Math.min(PLACES.count, Math.ceil((PLACES.share * length) / PLACES.apart))
  const outwards = Array.from({ length: count }, (_, index) => (PLACES.share * (index + 1)) / count)
  return [0.5, ...outwards.flatMap((it) => [0.5 - it, 0.5 + it])]
}

/** The position on the middle of a path. */
function middlePlace(path: Path, form: LabelForm): PlacedLabel {
  const { x, y } = pointAt(path, 0.5)
  return placedAt(x, y, form)
}

/** A label's form with its middle at a point. */
function placedAt(x: number, y: number, { lines, width, height }: LabelForm): PlacedLabel {
  return { x: round(x - width / 2), y: round(y - height / 2), width, height, lines }
}

/** Turns a direction upwards; a horizontal direction, to the right. */
function upwards({ x, y }: Point): Point {
  const leadsUp = Math.abs(y) > 0.01 ? y < 0 : x > 0
  return leadsUp ? { x, y } : { x: -x, y: -y }
}
