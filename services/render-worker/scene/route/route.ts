import { pointAt } from '../geometry/path.ts'
import type { Point, Rect } from '../geometry/rect.ts'
import { bestRoute, directRoute } from './best-route.ts'
import { createCrossings, noCrossings } from './crossings.ts'
import { createDetours } from './detour.ts'
import { type LayeredEdge, orthogonalRoute, type Route, type UnroutedEdge } from './edge.ts'
import type { Ends } from './ends.ts'
import { nextPoints, type PassageEdge, routeThroughPassages } from './layered-route.ts'
import { nudge } from './nudge.ts'
import { createObstacles } from './obstacles.ts'
import { createOverlaps } from './overlaps.ts'
import { assignPorts, type SidedEdge } from './ports.ts'
import { separateCurves } from './separate-curves.ts'
import { moveSegment, withoutCollinear } from './step-path.ts'

/**
 * Maximum number of comparisons with routes and cards per map. Further edges have direct routes. In a dense cluster, each edge
 * is compared with all others, and a line over a million px passes ten thousand cells. Typical large maps need a tenth of this;
 * 2,000 random edges between 2,000 cards in a grid need nearly all of it.
 */
const MAX_COMPARED = 30_000_000
/** Maximum number of edges of a map that is routed twice and in the order of lengths, and whose crossings count. More edges take too long. */
const MAX_REROUTED = 600

/**
 * Creates a function that routes the edges between these cards. An edge has React Flow's route between the facing sides, unless that
 * runs behind cards, overlaps or crosses other edges, and another route is better. Once all sides are chosen, the edges of a side share
 * it: all are routed again between their ports, mostly along the corners of their first routes, and overlapping segments are separated.
 * At the end, curves that overlap other lines change their shape. Maps with passages are routed once, as are maps with very many
 * edges, in which curves keep their shape.
 */
export function routeAround(cards: readonly Rect[]): (edges: readonly UnroutedEdge[]) => Route[] {
  return (edges) => {
    const first = routeOnce(withPorts(edges), cards)
    if (edges.length > MAX_REROUTED) return first
    if (edges.some((it) => it.passage)) return separateCurves(first, cards)
    const onSides = withPorts(edges, first).map((it, index) => onPorts(it, first[index]!))
    return separateCurves(nudge(onSides, routeOnce(onSides, cards), cards), cards)
  }
}

/** Routes edges between the facing sides, even through cards and other edges. */
export function routeAllDirectly(edges: readonly UnroutedEdge[]): Route[] {
  return edges.map(directRoute)
}

/** Adds ports to edges: on the sides of their routes, or else on the facing sides. */
function withPorts(edges: readonly UnroutedEdge[], routes?: readonly Route[]): UnroutedEdge[] {
  const isLoop = edges.map((it) => it.source === it.target)
  const sided = edges.map((edge, index) => (routes ? onSidesOf(routes[index]!, edge) : onFacingSides(edge)))
  const ends = assignPorts(sided.filter((_, index) => !isLoop[index])).values()
  return edges.map((it, index) => (isLoop[index] ? it : { ...it, ports: ends.next().value! }))
}

function onFacingSides(edge: UnroutedEdge): SidedEdge {
  const { source, target, facing: sides } = edge
  if (!hasPassage(edge)) return { source, target, sides }
  return { source, target, sides, via: nextPoints(edge), hasPassage: true }
}

function onSidesOf({ ends, path }: Route, { source, target }: UnroutedEdge): SidedEdge {
  const middle = pointAt(path, 0.5)
  return { source, target, sides: [ends.sourceSide, ends.targetSide], via: [middle, middle] }
}

/** Routes edges one after the other, so that each avoids the routes before it. In small maps, the shortest edges come first. */
function routeOnce(edges: readonly UnroutedEdge[], cards: readonly Rect[]): Route[] {
  const obstacles = createObstacles(cards)
  const overlaps = createOverlaps()
  const crossings = edges.length > MAX_REROUTED ? noCrossings : createCrossings()
  const context = { obstacles, overlaps, crossings, detours: createDetours(cards) }
  const routes = new Map<UnroutedEdge, Route>()
  const record = (edge: UnroutedEdge, route: Route): void => {
    routes.set(edge, route)
    overlaps.add(route.path, edge)
    crossings.add(route.path)
  }
  const withPassage = edges.filter((it): it is PassageEdge => hasPassage(it) && it.ports !== undefined)
  for (const [index, path] of routeThroughPassages(withPassage).entries()) {
    const edge = withPassage[index]!
    record(edge, { ends: edge.ports, path })
  }
  const inOrder = edges.length > MAX_REROUTED ? edges : [...edges].sort((a, b) => spanOf(a) - spanOf(b))
  for (const edge of inOrder) {
    if (routes.has(edge)) continue
    const isDirect = edge.source === edge.target || overlaps.compared + obstacles.compared > MAX_COMPARED
    if (isDirect) routes.set(edge, directRoute(edge))
    else record(edge, bestRoute(edge, context))
  }
  return edges.map((it) => routes.get(it)!)
}

/** Fixes an edge to the sides of its ports, and adds its first route, moved to them. */
function onPorts(edge: UnroutedEdge, { corners = [] }: Route): UnroutedEdge {
  const { line, ports } = edge
  if (!ports) return edge
  const fixed = { ...edge, facing: [ports.sourceSide, ports.targetSide] as const, hasFixedSides: true }
  // Without a segment between the first and the last one, there is none to connect them.
  if (corners.length < 3) return fixed
  return { ...fixed, movedRoute: orthogonalRoute(line, ports, withoutCollinear(movedCorners(corners, ports))) }
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

/** Estimated length of an edge, in px. */
function spanOf({ source, target }: UnroutedEdge): number {
  return Math.abs(source.x - target.x) + Math.abs(source.y - target.y)
}

/** Whether an edge has a passage and a kind of line that can follow it. */
function hasPassage(edge: UnroutedEdge): edge is LayeredEdge {
  return edge.passage !== undefined && edge.line !== 'straight'
}
