import { allSides, distanceOut } from '../geometry/sides.ts'
import { orDetour, type RoutingContext } from './detour.ts'
import { directRoute } from './direct-route.ts'
import { edgePath } from './edge-path.ts'
import { endsOn, type PortedEdge, type Route } from './edge.ts'
import { betterOf, rate } from './rating.ts'
import { costs, STRAIGHT_EXIT } from './tuning.ts'

/** The direct route of an edge between its ports if it has no faults; else the cheapest of this, a detour from any sides, and curves from other sides. */
export function firstRoute(edge: PortedEdge, around: RoutingContext): Route {
  const direct = rate(directRoute(edge.line, edge.ports), edge, around)
  if (!direct.hasFaults) return direct.route
  const anySides = allSides.map((side) => endsOn(edge, [side, side]))
  let best = orDetour(direct, anySides, edge, around)
  for (const curve of curvesFromOtherSides(edge)) best = betterOf(best, curve, costs.side, edge, around)
  return best.route
}

/** Yields curves from other sides than those of the ports, if they have the space to leave both cards straight. */
function* curvesFromOtherSides(edge: PortedEdge): Generator<Route> {
  if (edge.line !== 'bezier') return
  for (const from of allSides) {
    for (const to of allSides) {
      const ends = endsOn(edge, [from, to])
      const { source, target } = ends
      if (distanceOut(source, from, target) >= STRAIGHT_EXIT && distanceOut(target, to, source) >= STRAIGHT_EXIT)
        yield { ends, path: edgePath(edge.line, ends) }
    }
  }
}
