import type { Rect } from '../draw/display-list.ts'
import type { Path } from '../geometry/path.ts'
import { cornerRadius, type LineKind } from './edge-path.ts'
import type { Ends } from './ends.ts'
import { CORNER_DISTANCE, type Fan } from './place-ends.ts'
import { STEP_OFFSET, stepPath } from './step-path.ts'

/** In px; `most` is the number of loops of a card that are told apart. */
const LOOP = { fromCorner: 24, step: 24, margin: 12, most: 12 }

/** The ends of one of a card's edges to itself: out of its right side, around the corner, into its top. */
export function loopEnds({ x, y, width, height }: Rect, fan: Fan): Ends {
  return {
    source: { x: x + width, y: y + fromCorner(height, fan) },
    sourceSide: 'right',
    target: { x: x + width - fromCorner(width, fan), y },
    targetSide: 'top',
  }
}

/** How far from the corner a loop meets a side of this length, in px: as far from the next as fits. */
function fromCorner(length: number, { index, count }: Fan): number {
  const room = Math.max(0, length - LOOP.fromCorner - CORNER_DISTANCE)
  return LOOP.fromCorner + index * Math.min(LOOP.step, room / Math.max(1, count - 1))
}

/** The path of a card's `index`th edge to itself; each runs around the one before. React Flow has none of its own. */
export function loopPath(line: LineKind, ends: Ends, index: number): Path {
  return stepPath(ends, cornerRadius(line), { offset: reach(index) })
}

/** How much room `count` self loops take beyond their card, in px to the right and above. */
export function loopExtent(count: number): number {
  return count === 0 ? 0 : reach(count - 1) + LOOP.margin
}

/** How far the `index`th loop of a card runs from it. */
function reach(index: number): number {
  return STEP_OFFSET + Math.min(index, LOOP.most) * LOOP.step
}
