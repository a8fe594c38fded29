import type { Point } from '../geometry/rect.ts'
import { arcsFrom } from './arcs.ts'
import { detourPenalty, type RoutingContext } from './detour.ts'
import { directRoute } from './direct-route.ts'
import { orthogonalRoute, type PortedEdge, type Route, type SettledEdge } from './edge.ts'
import type { Ends } from './ends.ts'
import { betterOf, isClear, rate } from './rating.ts'
import { moveSegment, withoutCollinear } from './step-path.ts'

/** Settles an edge on its ports, and adds its first route, moved to them. */
export function settle(edge: PortedEdge, { corners = [] }: Route): SettledEdge {
  const { line, ports } = edge
  // Without a segment between the first and the last one, there is none to connect them.
  if (corners.length < 3) return { ...edge, movedRoute: undefined }
  return { ...edge, movedRoute: orthogonalRoute(line, ports, withoutCollinear(movedCorners(corners, ports))) }
}

/**
 * The moved first route of an edge if it is clear; else the cheapest of this, the direct route and arcs between the same sides, or a detour if
 * all of these run behind cards.
 */
export function secondRoute(edge: SettledEdge, around: RoutingContext): Route {
  const { line, ports, movedRoute } = edge
  if (movedRoute && isClear(movedRoute, edge, around)) return movedRoute
  let best = rate(directRoute(line, ports), edge, around)
  if (!best.hasFaults) return best.route
  if (movedRoute) best = betterOf(best, movedRoute, 0, edge, around)
  if (line === 'bezier' && ports.sourceSide === ports.targetSide)
    for (const arc of arcsFrom(ports.sourceSide, edge)) best = betterOf(best, arc, 0, edge, around)
  // A search takes as long as in the first routing and rarely finds a better route, except behind cards.
  const detour = best.hidden > 0 ? around.detours.find(edge, [ports], around) : undefined
  return detour ? betterOf(best, detour, detourPenalty(edge), edge, around).route : best.route
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
