import { formatColor, parseColor } from '@maps/shared/color'
import { edgeDefaults, type MapEdge } from '@maps/shared/map'
import { endPointOf, type Path, pointAt, round, samplesOf, startOf } from '../geometry/path.ts'
import { createPointIndex } from '../geometry/point-index.ts'
import { squareAround } from '../geometry/rect.ts'
import { createRectIndex } from '../geometry/rect-index.ts'
import { mix } from './color.ts'
import { type Connector, CROWDED_EDGES } from './connector.ts'
import type { Motion, Point, Primitive, Rect } from './display-list.ts'
import type { Theme } from './theme.ts'

/** Radius of a flow dot and width of the ring around it, in canvas px. */
const DOT = { radius: 3.25, ring: 1.5 }
/** Fractions of the path, in the order in which they are tried. */
const PLACES = [1 / 3, 0.29, 0.38, 0.25, 0.42, 0.2, 0.6, 0.65, 0.7, 0.75, 0.8]
/** Px around a dot that no other line runs in. */
const GAP = 4
const REACH = DOT.radius + GAP
/** Px between the points that stand for a line: less than a dot's reach, so that no line near a dot is missed. */
const SAMPLE = 6
/** Most comparisons with points and rectangles for all dots of a map; further dots stand at a third of their lines. */
const MAX_COMPARED = 5_000_000
/** Pace of a moving dot. */
const PACE = { pxPerSecond: 70, leastSeconds: 1.5, mostSeconds: 12 }

/**
 * Places the dots that stand still on the lines of edges: at one third of a line, or as near to it as neither a card, a label nor another
 * line is. A line that has no such place goes without: a dot there would be taken for another's.
 */
export function placeDots(connectors: readonly Connector[], rects: Iterable<Rect>): Map<Connector, Point> {
  const asking = connectors.filter(({ edge }) => edge.animated ?? edge.dotColor !== undefined)
  if (connectors.length > CROWDED_EDGES) return new Map(asking.map((it) => [it, placeOn(it, PLACES[0]!)]))
  const taken = createRectIndex()
  for (const rect of rects) taken.add(rect)
  const lines = createPointIndex<Connector>()
  for (const connector of connectors) {
    for (const point of samplesOf(connector.path, SAMPLE)) lines.add(point, connector)
  }

  function isFree(at: Point, connector: Connector): boolean {
    if (lines.compared + taken.compared > MAX_COMPARED) return true
    return !taken.isNear(at, REACH) && lines.count(squareAround(at, REACH), connector) === 0
  }

  const dots = new Map<Connector, Point>()
  for (const connector of asking) {
    const places = PLACES.values().map((it) => placeOn(connector, it))
    const place = places.find((it) => isFree(it, connector))
    if (place) dots.set(connector, place)
  }
  return dots
}

function placeOn({ path }: Connector, fraction: number): Point {
  const { x, y } = pointAt(path, fraction)
  return { x: round(x), y: round(y) }
}

/** Draws a dot that stands still on its line. */
export function drawFlowDot({ edge, path, sourceColor, targetColor }: Connector, at: Point, theme: Theme): Primitive {
  const fill = ownDotColor(edge) ?? colorOnLine(path, at, sourceColor, targetColor)
  return { kind: 'circle', ...at, radius: DOT.radius, fill, stroke: theme.canvas, lineWidth: DOT.ring }
}

/** The dot as it runs along the line that is the item `along`; undefined where the edge is not animated. */
export function motionOf(
  { edge, path, sourceColor, targetColor }: Connector,
  along: number,
  theme: Theme,
): Motion | undefined {
  if (!(edge.animated ?? edgeDefaults.animated)) return undefined
  const fill = ownDotColor(edge) ?? mix(sourceColor, targetColor, 1 / 2)
  const seconds = Math.min(PACE.mostSeconds, Math.max(PACE.leastSeconds, path.length / PACE.pxPerSecond))
  const dot = { radius: DOT.radius, fill, stroke: theme.canvas, lineWidth: DOT.ring }
  return { along, dot, seconds: round(seconds) }
}

/** A client's colour of the dot as text of our own making. */
function ownDotColor({ dotColor = '' }: MapEdge): string | undefined {
  const own = parseColor(dotColor)
  return own && formatColor(own)
}

/** The colour of a line's gradient at a point. */
function colorOnLine(path: Path, at: Point, sourceColor: string, targetColor: string): string {
  const from = startOf(path)
  const to = endPointOf(path)
  const x = to.x - from.x
  const y = to.y - from.y
  const fraction = ((at.x - from.x) * x + (at.y - from.y) * y) / (x * x + y * y)
  return mix(sourceColor, targetColor, Math.min(1, Math.max(0, fraction || 0)))
}
