import {
  type Candidate,
  endsOver,
  LANE_WIDTH,
  outwardShift,
  reactFlowCandidate,
  type UnroutedEdge,
} from './candidate.ts'
import { axesOf, type Coordinate, distanceOut, type Ends, opposite, pointOnSide, type Sides } from './ends.ts'
import { STEP_OFFSET, type StepOptions } from './step-path.ts'

/** Minimum px between a card and a bend, if the bend has an alternative. */
const MIN_OFFSET = 8
const MIN_SHARE = 0.1
const lanesAside = [1, -1, 2, -2]
const lanesOutwards = [0, 1, 2, 4]
const lanesAtCorners = [0, 1]

/**
 * Yields orthogonal lines between a side of a card and a side of another. The first is React Flow's line, except that parallel
 * edges bend at different positions, and that it has no loop if the cards are too near for its offset.
 */
export function* stepCandidates(edge: UnroutedEdge, over: Sides): Generator<Candidate> {
  const ends = endsOver(edge, over)
  const [from, to] = over
  if (from === to) yield* outOfOneSide(edge, ends)
  else if (to !== opposite(from)) yield* aroundCorner(edge, ends)
  else if (distanceOut(ends.source, from, ends.target) > 0) yield* acrossGap(edge, ends)
  else yield* aroundCards(edge, ends)
}

function* aroundCorner(edge: UnroutedEdge, ends: Ends): Generator<Candidate> {
  for (const lane of lanesAtCorners) yield reactFlowCandidate(edge, ends, { offset: STEP_OFFSET + lane * LANE_WIDTH })
}

/** Lines across the gap between two sides that face each other, with a bend in the middle, beside it, or close to a card. */
function* acrossGap(edge: UnroutedEdge, ends: Ends): Generator<Candidate> {
  const { source, sourceSide, target } = ends
  const [along, across] = axesOf(sourceSide)
  const gap = Math.abs(target[along] - source[along])
  const middle = (source[along] + target[along]) / 2
  const aside = pointOnSide(edge.source, sourceSide)[across] - source[across]
  const direction = Math.sign(target.x - source.x) * Math.sign(target.y - source.y)
  const most = gap * (0.5 - MIN_SHARE)
  const own = Math.max(-most, Math.min(most, aside * direction))
  const shiftedBy = (shift: number): Candidate => {
    const offset = Math.min(STEP_OFFSET, gap / 2 - Math.abs(shift))
    return reactFlowCandidate(edge, ends, { offset, ...centerAt(along, middle + shift) })
  }
  yield shiftedBy(own)
  const atCard = gap / 2 - STEP_OFFSET
  const shifts = [...lanesAside.map((lane) => own + lane * LANE_WIDTH), atCard, -atCard]
  for (const shift of shifts) if (Math.abs(shift) <= gap / 2 - MIN_OFFSET) yield shiftedBy(shift)
}

/** Lines between two sides that face away from each other: React Flow's line, and lines around both cards. */
function* aroundCards(edge: UnroutedEdge, ends: Ends): Generator<Candidate> {
  yield reactFlowCandidate(edge, ends)
  const [, across] = axesOf(ends.sourceSide)
  const size = across === 'x' ? 'width' : 'height'
  const cards = [edge.source, edge.target]
  const first = Math.min(...cards.map((it) => it[across]))
  const last = Math.max(...cards.map((it) => it[across] + it[size]))
  for (const lane of lanesOutwards) {
    const distance = STEP_OFFSET + lane * LANE_WIDTH
    yield reactFlowCandidate(edge, ends, centerAt(across, first - distance))
    yield reactFlowCandidate(edge, ends, centerAt(across, last + distance))
  }
}

/** Lines between the same side of both cards: outwards, along the side, and back. */
function* outOfOneSide(edge: UnroutedEdge, ends: Ends): Generator<Candidate> {
  const { sourceSide: side } = ends
  const [, across] = axesOf(side)
  const own = outwardShift(ends, pointOnSide(edge.source, side), across)
  const widest = (LANE_WIDTH * (edge.fan.count - 1)) / 2
  for (const lane of lanesOutwards) {
    const offset = Math.max(STEP_OFFSET, STEP_OFFSET + own + widest) + lane * LANE_WIDTH
    yield reactFlowCandidate(edge, ends, { offset }, 2 * offset)
  }
}

/** The option that places the middle segment of an orthogonal line at this coordinate. */
function centerAt(axis: Coordinate, at: number): StepOptions {
  return axis === 'x' ? { centerX: at } : { centerY: at }
}
