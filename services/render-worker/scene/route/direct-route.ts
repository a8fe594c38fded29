import { distanceOut, opposite } from '../geometry/sides.ts'
import { edgePath, isStepped, type LineKind } from './edge-path.ts'
import { orthogonalRoute, type PortedEdge, type Route } from './edge.ts'
import type { Ends } from './ends.ts'
import { loopPath } from './self-loop.ts'
import { STEP_OFFSET, stepCorners } from './step-path.ts'

/** React Flow's route between two ends, even through cards and other edges. Between close cards, its first and last segment are shorter. */
export function directRoute(line: LineKind, ends: Ends): Route {
  if (isStepped(line)) return orthogonalRoute(line, ends, stepCorners(ends, stepOffset(ends)))
  if (line === 'straight' && isOrthogonal(ends)) return orthogonalRoute(line, ends, [ends.source, ends.target])
  return { ends, path: edgePath(line, ends) }
}

/** The route of an edge from a card to itself. */
export function loopRoute({ line, ports, fan }: PortedEdge): Route {
  return { ends: ports, path: loopPath(line, ports, fan.index) }
}

function isOrthogonal({ source, target }: Ends): boolean {
  return source.x === target.x || source.y === target.y
}

/** React Flow's offset, or half of the gap between two sides that face each other: a line between close cards has no loop. */
function stepOffset({ source, sourceSide, target, targetSide }: Ends): number {
  const gap = targetSide === opposite(sourceSide) ? distanceOut(source, sourceSide, target) : 0
  return gap > 0 ? Math.min(STEP_OFFSET, gap / 2) : STEP_OFFSET
}
