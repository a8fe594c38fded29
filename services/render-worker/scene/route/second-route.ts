import type { Point } from '../geometry/rect.ts'
import { orDetour, type RoutingContext } from './detour.ts'
import { directRoute } from './direct-route.ts'
import { orthogonalRoute, type PortedEdge, type Route, type SettledEdge } from './edge.ts'
import type { Ends } from './ends.ts'
import { betterOf, rate } from './rating.ts'
import { moveSegment, withoutCollinear } from './step-path.ts'

/** Settles an edge on its ports, and adds its first route, moved to them. */
export function settle(edge: PortedEdge, { corners = [] }: Route): SettledEdge {
  const { line, ports } = edge
  // Without a segment between the first and the last one, there is none to connect them.
  if (corners.length < 3) return { ...edge, movedRoute: undefined }
  return { ...edge, movedRoute: orthogonalRoute(line, ports, withoutCollinear(movedCorners(corners, ports))) }
}

/** The moved first route of an edge if it has no faults; else the cheapest of this, the direct route and a detour between the same sides. */
export function secondRoute(edge: SettledEdge, around: RoutingContext): Route {
  const { line, ports, movedRoute } = edge
  if (movedRoute && !rate(movedRoute, edge, around).hasFaults) return movedRoute
  let best = rate(directRoute(line, ports), edge, around)
  if (!best.hasFaults) return best.route
  if (movedRoute) best = betterOf(best, movedRoute, 0, edge, around)
  return orDetour(best, [ports], edge, around).route
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
