import type { Point, Rect } from '../draw/display-list.ts'
import { pointAt } from '../geometry/path.ts'
import { bestRoute, directRoute } from './best-route.ts'
import type { LayeredEdge, Route, UnroutedEdge } from './candidate.ts'
import { createCrossings, noCrossings } from './crossings.ts'
import { createDetours } from './detour.ts'
import type { Ends } from './ends.ts'
import { nudge } from './nudge.ts'
import { nextPoints, type PassageEdge, routeThroughPassages } from './layered-route.ts'
import { createObstacles } from './obstacles.ts'
import { createOverlaps } from './overlaps.ts'
import { assignPorts, type SidedEdge } from './ports.ts'
import { separateCurves } from './separate-curves.ts'
import { cornersAlong, movePart } from './step-path.ts'

/**
 * Most comparisons with routes and cards for all edges of a map; further edges go the direct way. Where edges or cards lie in a heap,
 * each edge is compared with all of them, and a line over a million px passes ten thousand cells. Large maps of the usual kind need a
 * tenth of it, and 2,000 edges between any of 2,000 cards in a grid nearly all.
 */
const MAX_COMPARED = 30_000_000
/** Most edges that are routed a second time, and whose crossings count: with more, it costs more than it shows. */
const MAX_REROUTED = 600

/**
 * Makes a function that routes a map's edges between these cards: out of the facing sides as React Flow does it, unless an edge
 * would run behind cards, overlap another edge or cross it, and another route shows more of it. The edges that meet a side share
 * it, so once all have found their sides, they are routed again between the ports that they have on those, mostly along the corners
 * of their first routes. Parts that then overlap are put side by side. Edges with passages, and those of very many, are routed once. At the end, curves that
 * overlap other lines change their shape.
 */
export function routeAround(cards: readonly Rect[]): (edges: readonly UnroutedEdge[]) => Route[] {
  return (edges) => {
    const first = routeOnce(withPorts(edges), cards)
    if (edges.length > MAX_REROUTED) return first
    if (edges.some((it) => it.passage)) return separateCurves(first, cards)
    const settled = withPorts(edges, first).map((it, index) => onPorts(it, first[index]!))
    return separateCurves(nudge(settled, routeOnce(settled, cards), cards), cards)
  }
}

/** Routes edges between the facing sides, also through cards and edges in their way. */
export function routeAllDirectly(edges: readonly UnroutedEdge[]): Route[] {
  return edges.map(directRoute)
}

/** The edges with ports on the sides of the routes they have, or else on the facing ones. */
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

/** Routes edges one after the other, each off the routes before it; of few edges the shortest first, which have least choice. */
function routeOnce(edges: readonly UnroutedEdge[], cards: readonly Rect[]): Route[] {
  const obstacles = createObstacles(cards)
  const overlaps = createOverlaps()
  const crossings = edges.length > MAX_REROUTED ? noCrossings : createCrossings()
  const surroundings = { obstacles, overlaps, crossings, detours: createDetours(cards) }
  const routes = new Map<UnroutedEdge, Route>()
  const settle = (edge: UnroutedEdge, route: Route): void => {
    routes.set(edge, route)
    overlaps.add(route.path, edge)
    crossings.add(route.path)
  }
  const withPassage = edges.filter((it): it is PassageEdge => hasPassage(it) && it.ports !== undefined)
  for (const [index, path] of routeThroughPassages(withPassage).entries()) {
    const edge = withPassage[index]!
    settle(edge, { ends: edge.ports, path })
  }
  const inOrder = edges.length > MAX_REROUTED ? edges : [...edges].sort((a, b) => spanOf(a) - spanOf(b))
  for (const edge of inOrder) {
    if (routes.has(edge)) continue
    const isDirect = edge.source === edge.target || overlaps.compared + obstacles.compared > MAX_COMPARED
    if (isDirect) routes.set(edge, directRoute(edge))
    else settle(edge, bestRoute(edge, surroundings))
  }
  return edges.map((it) => routes.get(it)!)
}

/** The edge with the sides of its ports as the only ones, and with the corners of its first route. */
function onPorts(edge: UnroutedEdge, first: Route): UnroutedEdge {
  if (!edge.ports) return edge
  const { sourceSide, targetSide } = edge.ports
  const firstCorners = cornersBetween(edge.ports, cornersAlong(first.path) ?? [])
  return { ...edge, facing: [sourceSide, targetSide], hasFixedSides: true, ...(firstCorners && { firstCorners }) }
}

/** The corners of a route whose first and last parts move sideways to other ends; undefined without a part between them that can give way. */
function cornersBetween({ source, target }: Ends, corners: readonly Point[]): Point[] | undefined {
  if (corners.length < 3) return undefined
  const moved = [...corners]
  for (const [index, end] of [[0, source] as const, [corners.length - 2, target] as const]) {
    const across = corners[index]!.x === corners[index + 1]!.x ? 'x' : 'y'
    movePart(moved, index, across, end[across])
  }
  return moved
}

/** About how long an edge is. */
function spanOf({ source, target }: UnroutedEdge): number {
  return Math.abs(source.x - target.x) + Math.abs(source.y - target.y)
}

/** Whether an edge has a passage and a kind of line that can follow it. */
function hasPassage(edge: UnroutedEdge): edge is LayeredEdge {
  return edge.passage !== undefined && edge.line !== 'straight'
}
