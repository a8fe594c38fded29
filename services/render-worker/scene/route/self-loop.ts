import type { Rect } from '../draw/display-list.ts'
import { createPath, type Path } from '../geometry/path.ts'
import { cornerRadius, type LineKind } from './edge-path.ts'
import type { Ends } from './ends.ts'
import { CORNER_DISTANCE } from './place-ends.ts'
import { STEP_OFFSET, stepPath } from './step-path.ts'

/** In px; `most` is the number of loops of a card that are told apart. */
const LOOP = { fromCorner: 24, step: 13, reach: 70, reachStep: 36, most: 12 }

/** The ends of a card's `index`th edge to itself: out of its right side, around the corner, into its top. */
export function loopEnds({ x, y, width, height }: Rect, index: number): Ends {
  const fromCorner = LOOP.fromCorner + Math.min(index, LOOP.most) * LOOP.step
  return {
    source: { x: x + width, y: y + Math.min(fromCorner, height - CORNER_DISTANCE) },
    sourceSide: 'right',
    target: { x: x + Math.max(width - fromCorner, CORNER_DISTANCE), y },
    targetSide: 'top',
  }
}

/** The path of a card's `index`th edge to itself; each runs around the one before. React Flow has none of its own. */
export function loopPath(line: LineKind, ends: Ends, index: number): Path {
  const { source, target } = ends
  if (line === 'smoothstep' || line === 'step') {
    const offset = STEP_OFFSET + Math.min(index, LOOP.most) * LOOP.step
    return stepPath(ends, cornerRadius(line), { offset })
  }
  const reach = LOOP.reach + Math.min(index, LOOP.most) * LOOP.reachStep
  return createPath([[source, { x: source.x + reach, y: source.y }, { x: target.x, y: target.y - reach }, target]])
}

/** How far `count` self loops reach beyond their card, in px to the right and above. */
export function loopExtent(count: number): number {
  return count === 0 ? 0 : STEP_OFFSET + 10 + Math.min(count, LOOP.most) * LOOP.step
}
