import { createBudget } from '../geometry/budget.ts'
import { pointAt, verticesOf } from '../geometry/path.ts'
import type { Rect } from '../geometry/rect.ts'
import { createCrossings, noCrossings } from './crossings.ts'
import { createDetours, type RoutingContext } from './detour.ts'
import { directRoute, loopRoute } from './direct-route.ts'
import { hasPassage, type PortedEdge, type Route, type UnroutedEdge } from './edge.ts'
import { firstRoute } from './first-route.ts'
import { nextPoints, roomsOf, routeThroughPassages } from './layered-route.ts'
import { nudge } from './nudge.ts'
import { createObstacles } from './obstacles.ts'
import { createOverlaps } from './overlaps.ts'
import { assignPorts, type SidedEdge } from './ports.ts'
import { secondRoute, settle } from './second-route.ts'
import { separateCurves } from './separate-curves.ts'
import { tautPath } from './taut-path.ts'
import { MAX_COMPARED, MAX_CROSSINGS_COMPARED, MAX_REROUTED, MAX_SEARCHED } from './tuning.ts'

/**
 * Creates a function that routes the edges between these cards, in five stages, each in a file of its own: ports on the facing sides; a first
 * route of each edge, which is the direct one unless that runs behind cards, overlaps or crosses other edges, and another one is better;
 * ports on the sides that these routes have taken, and second routes between them, mostly along the first; parallel segments side by
 * side; other shapes for curves that overlap other lines. In maps with passages, the first routes are the last, and curves are separated. With
 * more than `MAX_REROUTED` edges, there are first routes alone. Self loops have ports, and their own shape.
 */
export function routeAround(cards: readonly Rect[]): (edges: readonly UnroutedEdge[]) => Route[] {
  return (edges) => {
    const ported = withPorts(edges, edges.map(onFacingSides))
    const isCrowded = edges.length > MAX_REROUTED
    const first = routeInTurn(ported, cards, isCrowded, firstRoute)
    if (isCrowded) return first
    if (edges.some((it) => it.passage)) return separateCurves(first, cards)
    const onOwnSides = edges.map((it, index) => onSidesOf(first[index]!, it))
    const settled = withPorts(edges, onOwnSides).map((it, index) => settle(it, first[index]!))
    const second = nudge(settled, routeInTurn(settled, cards, isCrowded, secondRoute), cards)
    return separateCurves(second, cards)
  }
}

/** Routes edges between ports on the facing sides, even through cards and other edges. */
export function routeAllDirectly(edges: readonly UnroutedEdge[]): Route[] {
  const sided = edges.map(({ source, target, facing: sides }) => ({ source, target, sides }))
  return withPorts(edges, sided).map((it) => (isLoop(it) ? loopRoute(it) : directRoute(it.line, it.ports)))
}

/**
 * Routes edges one after the other, so that each avoids the routes before it: edges with passages first, then the shortest. Once the budget is
 * spent, edges have direct routes, which the others do not avoid. They do not avoid self loops either.
 *
 * @param isCrowded whether there are so many edges that they keep their order and crossings do not count
 */
function routeInTurn<Edge extends PortedEdge>(
  edges: readonly Edge[],
  cards: readonly Rect[],
  isCrowded: boolean,
  choose: (edge: Edge, context: RoutingContext) => Route,
): Route[] {
  const budget = createBudget(MAX_COMPARED)
  const overlaps = createOverlaps(budget)
  const crossings = isCrowded ? noCrossings : createCrossings(createBudget(MAX_CROSSINGS_COMPARED))
  const obstacles = createObstacles(cards, budget)
  const context = { obstacles, overlaps, crossings, detours: createDetours(cards, createBudget(MAX_SEARCHED)) }
  const routes = new Map<Edge, Route>()
  const record = (edge: Edge, route: Route): void => {
    routes.set(edge, route)
    overlaps.add(route.path, edge)
    crossings.add(route.path)
  }
  const layered = edges.filter(hasPassage).sort((a, b) => Number(a.line === 'straight') - Number(b.line === 'straight'))
  // A card that was placed into the passage of an edge later, among others, blocks it.
  const blocked = new Set<Edge>()
  for (const [index, path] of routeThroughPassages(layered).entries()) {
    const edge = layered[index]!
    if (!isCrowded && !isLoop(edge) && obstacles.hiddenLength(path, 0) > 0) {
      blocked.add(edge)
      continue
    }
    const isStraight = edge.line === 'straight' && !isLoop(edge)
    record(edge, { ends: edge.ports, path: isStraight ? tautPath(verticesOf(path), edge, context) : path })
  }
  const others = edges.filter((it) => !hasPassage(it) || blocked.has(it))
  for (const edge of isCrowded ? others : others.sort((a, b) => spanOf(a) - spanOf(b))) {
    if (isLoop(edge)) routes.set(edge, loopRoute(edge))
    else if (budget.isSpent) routes.set(edge, directRoute(edge.line, edge.ports))
    else record(edge, choose(edge, context))
  }
  return edges.map((it) => routes.get(it)!)
}

/** Adds ports to edges. @param sided the edges with the sides of their ends */
function withPorts(edges: readonly UnroutedEdge[], sided: readonly SidedEdge[]): PortedEdge[] {
  const ports = assignPorts(sided)
  return edges.map((it, index) => ({ ...it, ports: ports[index]! }))
}

function onFacingSides(edge: UnroutedEdge): SidedEdge {
  const { source, target, facing: sides } = edge
  if (!hasPassage(edge)) return { source, target, sides }
  return { source, target, sides, via: nextPoints(edge), rooms: roomsOf(edge) }
}

function onSidesOf({ ends, path }: Route, { source, target }: UnroutedEdge): SidedEdge {
  const middle = pointAt(path, 0.5)
  return { source, target, sides: [ends.sourceSide, ends.targetSide], via: [middle, middle] }
}

function isLoop({ source, target }: UnroutedEdge): boolean {
  return source === target
}

/** Estimated length of an edge, in px. */
function spanOf({ source, target }: UnroutedEdge): number {
  return Math.abs(source.x - target.x) + Math.abs(source.y - target.y)
}
