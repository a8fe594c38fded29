import type { Point } from '../draw/display-list.ts'
import { edgePath, opposite } from './edge-path.ts'
import type { Ends, Side } from './ends.ts'
import { join, type Path } from './path.ts'
import { axesOf, type Coordinate, centerAt, isFar, sideAt } from './axes.ts'
import { endsOver, LANE, type Link, type Way, wayBetween } from './way.ts'
import { STEP_OFFSET } from './step-path.ts'

const sides: readonly Side[] = ['left', 'right', 'top', 'bottom']
const lanes = [0, 1]
/** Lines that are to meet need no more offset than their corners do. */
const OFFSET = 5
/** Where the lines meet, before they turn into the corridor along the target; and what the first of them needs until there. */
const ROOM = { turn: 24, least: 12 }

/**
 * Ways of a line of steps through a corridor along the source and another along the target, out of neighbouring sides. React Flow has no such line,
 * so there are two of its lines here, which meet in the first corridor.
 */
export function* throughCorridors(link: Link): Generator<Way> {
  for (const from of sides) {
    const [along, across] = axesOf(from)
    const to = sideAt(across, link.target[across] < link.source[across])
    const ends = endsOver(link, [from, to])
    const { source, target } = ends
    const onwards = isFar(to) ? -1 : 1
    for (const lane of lanes) {
      for (const lastLane of lanes) {
        const corridor = source[along] + (isFar(from) ? 1 : -1) * (STEP_OFFSET + lane * LANE)
        const last = target[across] - onwards * (STEP_OFFSET + lastLane * LANE)
        const turn = last - onwards * ROOM.turn
        if ((turn - source[across]) * onwards < ROOM.least) continue
        const detour = Math.abs(corridor - source[along]) + Math.abs(corridor - target[along])
        const extra = detour - Math.abs(source[along] - target[along])
        const meeting = along === 'x' ? { x: corridor, y: turn } : { x: turn, y: corridor }
        yield wayBetween(link, ends, extra, () => meetingAt(meeting, link, ends, across, last))
      }
    }
  }
}

function meetingAt(meeting: Point, { line }: Link, ends: Ends, across: Coordinate, last: number): Path {
  const onwards = opposite(ends.targetSide)
  return join(
    edgePath(line, { ...ends, target: meeting }, { offset: OFFSET }),
    edgePath(line, { ...ends, source: meeting, sourceSide: onwards }, { offset: OFFSET, ...centerAt(across, last) }),
  )
}
