import type { Path } from '../geometry/path.ts'
import type { Rect } from '../geometry/rect.ts'
import { cornerRadius, type LineKind } from './edge-path.ts'
import type { Ends } from './ends.ts'
import type { Fan } from './place-ends.ts'
import { roundedPath, STEP_OFFSET, stepCorners } from './step-path.ts'
import { CORNER_DISTANCE, selfLoop } from './tuning.ts'

/** The ends of a self loop, from the right side of its card to the top. */
export function loopEnds({ x, y, width, height }: Rect, fan: Fan): Ends {
  return {
    source: { x: x + width, y: y + fromCorner(height, fan) },
    sourceSide: 'right',
    target: { x: x + width - fromCorner(width, fan), y },
    targetSide: 'top',
  }
}

/** Px between the end of a loop and the corner of a side with this length. Loops are as far apart as fits. */
function fromCorner(length: number, { index, count }: Fan): number {
  const room = Math.max(0, length - selfLoop.fromCorner - CORNER_DISTANCE)
  return selfLoop.fromCorner + index * Math.min(selfLoop.step, room / Math.max(1, count - 1))
}

/** The path of a card's self loop with this index. It encloses the loops before it. React Flow has no self loops. */
export function loopPath(line: LineKind, ends: Ends, index: number): Path {
  return roundedPath(stepCorners(ends, reach(index)), cornerRadius(line))
}

/** Px that `count` self loops extend beyond their card, to the right and above. */
export function loopExtent(count: number): number {
  return count === 0 ? 0 : reach(count - 1) + selfLoop.margin
}

/** Px between a card and its self loop with this index. */
function reach(index: number): number {
  return STEP_OFFSET + Math.min(index, selfLoop.most) * selfLoop.step
}
