import type { Path } from '../geometry/path.ts'
import type { Sides } from '../geometry/sides.ts'
import { cornerRadius, type LineKind } from './edge-path.ts'
import type { Ends } from './ends.ts'
import { roundedPath, STEP_OFFSET, stepCorners } from './step-path.ts'
import { selfLoop } from './tuning.ts'

/** The sides at which a self loop leaves and enters its card, around the corner between them. */
export const loopSides: Sides = ['right', 'top']

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
