import { allSides, distanceOut, facesHorizontally, type Side, type Sides } from '../geometry/sides.ts'
import { arcsFrom } from './arcs.ts'
import { detourPenalty, type RoutingContext } from './detour.ts'
import { directRoute } from './direct-route.ts'
import { edgePath, isStepped } from './edge-path.ts'
import { endsOn, type PortedEdge, type Route } from './edge.ts'
import type { Ends } from './ends.ts'
import { betterOf, rate } from './rating.ts'
import { costs, STRAIGHT_EXIT } from './tuning.ts'

/** The direct route of an edge between its ports if it has no faults; else the cheapest of this, a detour from any sides, arcs, and lines from other sides. */
export function firstRoute(edge: PortedEdge, around: RoutingContext): Route {
  let best = rate(directRoute(edge.line, edge.ports), edge, around)
  if (!best.hasFaults) return best.route
  const anySides = allSides.map((side) => endsOn(edge, [side, side]))
  const detour = around.detours.find(edge, anySides, around)
  if (detour) best = betterOf(best, detour, detourPenalty(edge), edge, around)
  for (const route of linesFromOtherSides(edge)) best = betterOf(best, route, costs.side, edge, around)
  return best.route
}

/** Yields arcs over obstacles, and lines without corners from other sides. */
function* linesFromOtherSides(edge: PortedEdge): Generator<Route> {
  const { line, ports } = edge
  if (line === 'bezier') for (const side of sidesBeside(ports.sourceSide)) yield* arcsFrom(side, edge)
  if (isStepped(line)) return
  for (const from of allSides) {
    for (const to of allSides) {
      if (from === ports.sourceSide && to === ports.targetSide) continue
      const ends = endsOn(edge, [from, to])
      if (from === to || leavesStraight(ends)) yield { ends, path: edgePath(line, ends) }
    }
  }
}

/** The two sides of a card next to a side. */
function sidesBeside(side: Side): Sides {
  return facesHorizontally(side) ? ['top', 'bottom'] : ['left', 'right']
}

/** Whether a line has the space to leave both cards straight. */
function leavesStraight({ source, sourceSide, target, targetSide }: Ends): boolean {
  return (
    distanceOut(source, sourceSide, target) >= STRAIGHT_EXIT && distanceOut(target, targetSide, source) >= STRAIGHT_EXIT
  )
}
