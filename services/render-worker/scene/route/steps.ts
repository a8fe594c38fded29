import type { Rect } from '../draw/display-list.ts'
import { beyond, middleOf, opposite, type Sides } from './edge-path.ts'
import type { Bend, Ends } from './ends.ts'
import { axesOf, centerAt, type Coordinate } from './axes.ts'
import { STEP_OFFSET } from './step-path.ts'
import { endsOver, LANE, type Link, outwards, plainWay, type Way } from './way.ts'

/** A line turns no nearer to a card than this, where it could also turn elsewhere. */
const MIN_OFFSET = 8
const MIN_SHARE = 0.1
const lanesAside = [1, -1, 2, -2]
const lanesOutwards = [0, 1, 2, 4]
const lanesAtCorners = [0, 1]

/**
 * The ways of a line of steps out of one side of a card into one of another. The first is React Flow's own, but that parallel
 * edges turn in different places, and that there is no loop where the cards are too near for its offset.
 */
export function* steps(link: Link, over: Sides): Generator<Way> {
  const ends = endsOver(link, over)
  const [from, to] = over
  if (from === to) yield* outOfOneSide(link, ends)
  else if (to !== opposite(from))
    for (const lane of lanesAtCorners) yield plainWay(link, ends, { offset: STEP_OFFSET + lane * LANE })
  else if (beyond(ends.source, from, ends.target) > 0) yield* between(link, ends)
  else yield* around(link, ends)
}

/** Across the gap between two sides that face each other: in its middle, beside it, or close to one of the cards. */
function* between(link: Link, ends: Ends): Generator<Way> {
  const { source, sourceSide, target } = ends
  const [along, across] = axesOf(sourceSide)
  const gap = Math.abs(target[along] - source[along])
  const middle = (source[along] + target[along]) / 2
  const aside = middleOf(link.source, sourceSide, 0)[across] - source[across]
  const direction = Math.sign(target.x - source.x) * Math.sign(target.y - source.y)
  const most = gap * (0.5 - MIN_SHARE)
  const own = Math.max(-most, Math.min(most, aside * direction))
  const bend = (shift: number): Bend => ({
    offset: Math.min(STEP_OFFSET, gap / 2 - Math.abs(shift)),
    ...centerAt(along, middle + shift),
  })
  yield plainWay(link, ends, bend(own))
  const atCard = gap / 2 - STEP_OFFSET
  const shifts = [...lanesAside.map((lane) => own + lane * LANE), atCard, -atCard]
  for (const shift of shifts) {
    if (Math.abs(shift) <= gap / 2 - MIN_OFFSET) yield plainWay(link, ends, bend(shift))
  }
}

/** Between two sides that look away from each other: where React Flow has it, or outside of both cards. */
function* around(link: Link, ends: Ends): Generator<Way> {
  yield plainWay(link, ends)
  const [, across] = axesOf(ends.sourceSide)
  const rects = [link.source, link.target]
  const first = Math.min(...rects.map((it) => it[across]))
  const last = Math.max(...rects.map((it) => farSide(it, across)))
  for (const lane of lanesOutwards) {
    const distance = STEP_OFFSET + lane * LANE
    for (const at of [first - distance, last + distance]) yield plainWay(link, ends, centerAt(across, at))
  }
}

/** Out of a side, along it, and back into the same side of the other card. */
function* outOfOneSide(link: Link, ends: Ends): Generator<Way> {
  const { sourceSide: side } = ends
  const [, across] = axesOf(side)
  const own = outwards(ends, middleOf(link.source, side, 0), across)
  const widest = (LANE * (link.fan.count - 1)) / 2
  for (const lane of lanesOutwards) {
    const offset = Math.max(STEP_OFFSET, STEP_OFFSET + own + widest) + lane * LANE
    yield plainWay(link, ends, { offset }, 2 * offset)
  }
}

function farSide({ x, y, width, height }: Rect, axis: Coordinate): number {
  return axis === 'x' ? x + width : y + height
}
