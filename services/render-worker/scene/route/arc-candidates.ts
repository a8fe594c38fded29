import { joined, type Path } from '../geometry/path.ts'
import type { Point } from '../draw/display-list.ts'
import { type Candidate, candidateBetween, endsOver, outwardShift, type UnroutedEdge } from './candidate.ts'
import { edgePath } from './edge-path.ts'
import {
  axesOf,
  type Ends,
  facesHorizontally,
  isRightOrBottom,
  opposite,
  pointOnSide,
  type Side,
  sideFacing,
} from './ends.ts'

/** How far an arc rises over the nearer of its ends: more where it spans more, so that those over one another keep apart, but not far into the void. */
const RISE = { least: 24, perPx: 0.1, most: 84, factors: [1, 0.6, 1.5, 2.2, 0.35] } as const
/** Ends fewer px from each other leave no room for an arc. */
const MIN_SPAN = 80

/**
 * Arcs over what stands between two cards, out of the same side of both. React Flow's curve between ends of one side that are
 * level would run along their borders, so there are two of its curves here, which meet at the arc's top.
 */
export function* arcCandidates(edge: UnroutedEdge): Generator<Candidate> {
  const [from, to] = edge.facing
  if (edge.hasFixedSides && from !== to) return
  const others: readonly Side[] = facesHorizontally(from) ? ['top', 'bottom'] : ['left', 'right']
  const sides = edge.hasFixedSides ? [from] : others
  for (const side of sides) {
    const ends = endsOver(edge, [side, side])
    const [, across] = axesOf(side)
    if (Math.abs(ends.target[across] - ends.source[across]) < MIN_SPAN) continue
    const middle = pointOnSide(edge.source, side)
    for (const factor of RISE.factors) yield candidateBetween(edge, ends, 0, () => arc(ends, factor, middle))
  }
}

function arc(ends: Ends, factor: number, middle: Point): Path {
  const { source, target, sourceSide: side } = ends
  const [along, across] = axesOf(side)
  const span = Math.abs(target[across] - source[across])
  const rise = Math.min(RISE.most, RISE.least + RISE.perPx * span) * factor + outwardShift(ends, middle, across)
  const height = isRightOrBottom(side)
    ? Math.max(source[along], target[along]) + rise
    : Math.min(source[along], target[along]) - rise
  const centre = (source[across] + target[across]) / 2
  const top = across === 'x' ? { x: centre, y: height } : { x: height, y: centre }
  const onwards = sideFacing(across, target[across] > source[across])
  return joined(
    edgePath('bezier', { source, sourceSide: side, target: top, targetSide: opposite(onwards) }),
    edgePath('bezier', { source: top, sourceSide: onwards, target, targetSide: side }),
  )
}
