import { createBudget } from '../geometry/budget.ts'
import { pointAt, verticesOf } from '../geometry/path.ts'
import type { Rect } from '../geometry/rect.ts'
import { createCrossings } from './crossings.ts'
import { createDetours, type RoutingContext } from './detour.ts'
import { directRoute, loopRoute } from './direct-route.ts'
import { hasPassage, type PortedEdge, type Route, type UnroutedEdge } from './edge.ts'
import { firstRoute } from './first-route.ts'
import { nextPoints, roomsOf, routeThroughPassages } from './layered-route.ts'
import { nudge } from './nudge.ts'
import { createObstacles } from './obstacles.ts'
import { createOverlaps } from './overlaps.ts'
import { assignPorts, type SidedEdge } from './ports.ts'
import { movedRoute, secondRoute } from './second-route.ts'
import { separateCurves } from './separate-curves.ts'
import { tautPath } from './taut-path.ts'
import { MAX_COMPARED, MAX_CROSSINGS_COMPARED, MAX_SEARCHED } from './tuning.ts'

/**
 * Creates a function that routes the edges between these cards, in five stages, each in a file of its own: ports on the facing sides; a first
 * route of each edge, which is the direct one unless that runs behind cards, overlaps or crosses other edges, and another one is better;
 * ports on the sides that these routes have taken, and second routes between them, which avoid all others; parallel segments side by
 * side; other shapes for curves that overlap other lines. In maps with passages, the first routes have no second ones. Self loops have ports,
 * and their own shape.
 */
export function routeAround(
  cards: readonly Rect[],
  areas: readonly Rect[] = [],
): (edges: readonly UnroutedEdge[]) => Route[] {
  return (edges) => {
    const ported = withPorts(edges, edges.map(onFacingSides))
    const first = routeInTurn(ported, cards, areas)
    if (edges.some((it) => it.passage)) return separateCurves(nudge(ported, first, cards), cards)
    const onOwnSides = edges.map((it, index) => onSidesOf(first[index]!, it))
    const settled = withPorts(edges, onOwnSides)
    const moved = settled.map((it, index) => (isLoop(it) ? loopRoute(it) : movedRoute(it, first[index]!)))
    const second = improveInTurn(settled, nudge(settled, moved, cards), cards, areas)
    return separateCurves(nudge(settled, second, cards), cards)
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
 */
function routeInTurn(edges: readonly PortedEdge[], cards: readonly Rect[], areas: readonly Rect[]): Route[] {
  const { context, add } = createContext(cards, areas)
  const routes = new Map<PortedEdge, Route>()
  const record = (edge: PortedEdge, route: Route): void => {
    routes.set(edge, route)
    add(edge, route)
  }
  const layered = edges.filter(hasPassage).sort((a, b) => Number(a.line === 'straight') - Number(b.line === 'straight'))
  // A card that was placed into the passage of an edge later, among others, blocks it.
  const blocked = new Set<PortedEdge>()
  for (const [index, path] of routeThroughPassages(layered).entries()) {
    const edge = layered[index]!
    if (!isLoop(edge) && context.obstacles.hiddenLength(path, 0) > 0) {
      blocked.add(edge)
      continue
    }
    const isStraight = edge.line === 'straight' && !isLoop(edge)
    record(edge, { ends: edge.ports, path: isStraight ? tautPath(verticesOf(path), edge, context) : path })
  }
  const others = edges.filter((it) => !hasPassage(it) || blocked.has(it))
  for (const edge of others.sort((a, b) => spanOf(a) - spanOf(b))) {
    if (isLoop(edge)) routes.set(edge, loopRoute(edge))
    else if (context.budget.isSpent) routes.set(edge, directRoute(edge.line, edge.ports))
    else record(edge, firstRoute(edge, context))
  }
  return edges.map((it) => routes.get(it)!)
}

/** Routes edges again, the shortest first, so that each avoids all others. Once the budget is spent, edges keep their routes. */
function improveInTurn(
  edges: readonly PortedEdge[],
  routes: readonly Route[],
  cards: readonly Rect[],
  areas: readonly Rect[],
): Route[] {
  const { context, add } = createContext(cards, areas)
  const improved = [...routes]
  const others = [...edges.keys()].filter((it) => !isLoop(edges[it]!))
  for (const index of others) add(edges[index]!, routes[index]!)
  for (const index of others.sort((a, b) => spanOf(edges[a]!) - spanOf(edges[b]!))) {
    if (context.budget.isSpent) break
    const edge = edges[index]!
    context.overlaps.remove(routes[index]!.path)
    context.crossings.remove(routes[index]!.path)
    improved[index] = secondRoute(edge, routes[index]!, context)
    add(edge, improved[index])
  }
  return improved
}

/** Creates the surroundings of edges, without routes. */
function createContext(cards: readonly Rect[], areas: readonly Rect[]) {
  const budget = createBudget(MAX_COMPARED)
  const overlaps = createOverlaps(budget)
  const crossings = createCrossings(createBudget(MAX_CROSSINGS_COMPARED))
  const obstacles = createObstacles(cards, budget)
  const searched = areas.length > 0 ? MAX_SEARCHED.withZones : MAX_SEARCHED.usual
  const detours = createDetours(cards, areas, createBudget(searched))
  const context: RoutingContext = { obstacles, overlaps, crossings, budget, detours }
  const add = (edge: PortedEdge, { path }: Route): void => {
    overlaps.add(path, edge)
    crossings.add(path)
  }
  return { context, add }
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
