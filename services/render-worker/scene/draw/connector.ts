import { edgeDefaults } from '@maps/shared/map-values'
import type { Path } from '../geometry/path.ts'
import { type Layout, pairKey } from '../layout/box.ts'
import type { Route, UnroutedEdge } from '../route/edge.ts'
import type { Ends } from '../route/ends.ts'
import { facingSides } from '../route/place-ends.ts'
import type { Card } from './card.ts'
import { legibleColorsOn, MIN_LINE_CONTRAST } from './color.ts'
import type { LabelledEdge } from './edge-label.ts'

/** The card at one end of an edge, with the facts for the edge's line. */
export type EndCard = Pick<Card, 'rect' | 'accent'>

/** An edge with its route, colours and label. */
export interface Connector extends LabelledEdge {
  source: EndCard
  target: EndCard
  ends: Ends
  /** Path from the border of one card to the border of the other. */
  path: Path
  sourceColor: string
  targetColor: string
}

/**
 * Number of edges above which a drawing is crowded: each edge has a direct route and one colour, with its label on the line. No reader
 * follows a single edge there, and routing would take seconds.
 */
export const CROWDED_EDGES = 2_000

/**
 * Routes and colours the edges of a map, except edges to missing cards.
 *
 * @param endpoints cards by node id
 * @param route routes all edges
 * @param canvas background colour, on which every line must be visible
 */
export function connect(
  edges: readonly LabelledEdge[],
  endpoints: ReadonlyMap<string, EndCard>,
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
  const connectors = connected.map((it, index) => {
    const { ends, path } = routes[index]!
    return { ...it, ends, path }
  })
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

/** Colours each edge with its own colour, or else with the colours of its cards, shifted to be visible on the canvas. */
export function withColors(
  connectors: readonly Omit<Connector, 'sourceColor' | 'targetColor'>[],
  canvas: string,
): Connector[] {
  const legible = legibleColorsOn(canvas, MIN_LINE_CONTRAST)
  return connectors.map((connector) => ({
    ...connector,
    sourceColor: legible(connector.edge.color ?? connector.source.accent),
    targetColor: legible(connector.edge.color ?? connector.target.accent),
  }))
}
