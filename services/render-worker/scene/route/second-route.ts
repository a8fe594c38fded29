import type { Point } from '../geometry/rect.ts'
import { orDetour, type RoutingContext } from './detour.ts'
import { directRoute } from './direct-route.ts'
import { orthogonalRoute, type PortedEdge, type Route } from './edge.ts'
import type { Ends } from './ends.ts'
import { rate } from './rating.ts'
import { moveSegment, withoutCollinear } from './step-path.ts'

/** The first route of an edge, moved to its ports; the direct route if the first one is a curve or a single straight segment. */
export function movedRoute({ line, ports }: PortedEdge, { corners = [] }: Route): Route {
  // Without a segment between the first and the last one, there is none to connect them.
  if (corners.length < 3) return directRoute(line, ports)
  return orthogonalRoute(line, ports, withoutCollinear(movedCorners(corners, ports)))
}

/** The present route of an edge if it has no faults; else the cheaper of this and a detour between the same sides. */
export function secondRoute(edge: PortedEdge, present: Route, around: RoutingContext): Route {
  const rated = rate(present, edge, around)
  return rated.hasFaults ? orDetour(rated, [edge.ports], edge, around).route : present
}

/** Moves the first and the last segment of a route sideways to other ends. */
function movedCorners(corners: readonly Point[], { source, target }: Ends): Point[] {
  const moved = [...corners]
  for (const [index, end] of [[0, source] as const, [corners.length - 2, target] as const]) {
    const across = corners[index]!.x === corners[index + 1]!.x ? 'x' : 'y'
    moveSegment(moved, index, across, end[across])
  }
  return moved
}
