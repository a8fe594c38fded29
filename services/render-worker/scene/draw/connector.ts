import { edgeDefaults, type MapEdge } from '@maps/shared/map'
import type { Path } from '../geometry/path.ts'
import { type Layout, pairKey } from '../layout/box.ts'
import type { Route, UnroutedEdge } from '../route/candidate.ts'
import type { Ends } from '../route/ends.ts'
import { facingSides } from '../route/place-ends.ts'
import { AA_LINES, legibleColorsOn } from './color.ts'
import type { Rect } from './display-list.ts'
import type { EdgeLabel, LabelledEdge } from './edge-label.ts'

/** The card at one end of an edge, as far as the edge's line needs it. */
export interface Endpoint {
  rect: Rect
  accent: string
}

/** An edge in the picture. */
export interface Connector {
  edge: MapEdge
  source: Endpoint
  target: Endpoint
  ends: Ends
  /** From border to border. */
  path: Path
  sourceColor: string
  targetColor: string
  label: EdgeLabel | undefined
}

/**
 * Among more edges no reader follows a single one: they go the direct way in one colour, with their labels upon them. Routing them
 * would take seconds.
 */
export const CROWDED_EDGES = 2_000

/**
 * Routes and colours a map's edges, without those that name a missing card.
 *
 * @param endpoints by node id
 * @param route finds the routes of all of them
 * @param canvas the colour that lines are drawn on, where each is seen
 */
export function connect(
  edges: readonly LabelledEdge[],
  endpoints: ReadonlyMap<string, Endpoint>,
  layout: Pick<Layout, 'axis' | 'passages'>,
  route: (edges: readonly UnroutedEdge[]) => Route[],
  canvas: string,
): Connector[] {
  const connected = edges.flatMap(({ edge, label }) => {
    const source = endpoints.get(edge.source)
    const target = endpoints.get(edge.target)
    return source && target ? [{ edge, label, source, target }] : []
  })
  const routes = route(unroutedEdges(connected, layout))
  const connectors = connected.map((it, index) => ({ ...it, ...routes[index]! }))
  return withColors(connectors, canvas)
}

function unroutedEdges(
  connected: readonly Pick<Connector, 'edge' | 'source' | 'target'>[],
  { axis, passages }: Pick<Layout, 'axis' | 'passages'>,
): UnroutedEdge[] {
  const counts = Map.groupBy(connected, (it) => pairKey(it.edge))
  const indexes = new Map<string, number>()
  return connected.map(({ edge, source, target }) => {
    const pair = pairKey(edge)
    const index = indexes.get(pair) ?? 0
    indexes.set(pair, index + 1)
    const line = edge.line ?? edgeDefaults.line
    const fan = { index, count: counts.get(pair)!.length }
    const unrouted = { line, source: source.rect, target: target.rect, fan }
    const passage = passages.get(pair)
    if (!passage) return { ...unrouted, facing: facingSides(source.rect, target.rect, axis) }
    const isForward = passage.first === edge.source
    const [first, last] = passage.sides
    return { ...unrouted, facing: isForward ? [first, last] : [last, first], passage: { ...passage, isForward } }
  })
}

/** Gives each edge its own colour, or those of its cards, in the shade that is seen on the canvas. */
export function withColors(
  connectors: readonly Omit<Connector, 'sourceColor' | 'targetColor'>[],
  canvas: string,
): Connector[] {
  const legible = legibleColorsOn(canvas, AA_LINES)
  return connectors.map((it) => ({
    ...it,
    sourceColor: legible(it.edge.color ?? it.source.accent),
    targetColor: legible(it.edge.color ?? it.target.accent),
  }))
}
