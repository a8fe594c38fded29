import { formatColor, parseColor } from '@maps/shared/color'
import type { MapEdge } from '@maps/shared/map'
import { edgeDefaults } from '@maps/shared/map-values'
import { endPointOf, type Path, pointAt, round, startOf } from '../geometry/path.ts'
import { createBudget } from '../geometry/budget.ts'
import { createRectIndex } from '../geometry/rect-index.ts'
import { type Point, type Rect, squareAround } from '../geometry/rect.ts'
import { mix } from './color.ts'
import { type Connector, CROWDED_EDGES } from './connector.ts'
import type { Motion, Primitive } from './display-list.ts'
import { createLineIndex } from './line-index.ts'
import type { Theme } from './theme.ts'

/** Radius of a flow dot and width of the ring around it, in canvas px. */
const DOT = { radius: 3.25, ring: 1.5 }
/** Candidate positions of a dot, as fractions of the path, by preference. */
const PLACES = [1 / 3, 0.29, 0.38, 0.25, 0.42, 0.2, 0.6, 0.65, 0.7, 0.75, 0.8]
/** Minimum px between a dot and another line. */
const GAP = 4
const REACH = DOT.radius + GAP
/** Px between the sample points of a line: less than a dot's reach, so that no line near a dot is missed. */
const SAMPLE_STEP = 6
/** Maximum number of comparisons with points and rectangles per map. Further dots stand at one third of their lines. */
const MAX_COMPARED = 5_000_000
/** Speed of a moving dot, and the limits of its duration. */
const PACE = { pxPerSecond: 70, leastSeconds: 1.5, mostSeconds: 12 }

/**
 * Places still dots on the lines of edges: at one third of a line, or at the next candidate without a card, a label or another line
 * nearby. A line without such a position has no dot: it would seem to belong to another line.
 */
export function placeDots(connectors: readonly Connector[], rects: Iterable<Rect>): Map<Connector, Point> {
  const edgesWithDots = connectors.filter(({ edge }) => edge.animated ?? edge.dotColor !== undefined)
  if (edgesWithDots.length === 0) return new Map()
  if (connectors.length > CROWDED_EDGES) return new Map(edgesWithDots.map((it) => [it, placeOn(it, PLACES[0]!)]))
  const budget = createBudget(MAX_COMPARED)
  const taken = createRectIndex(budget)
  for (const rect of rects) taken.add(rect)
  const lines = createLineIndex(connectors, SAMPLE_STEP, budget)

  function isFree(at: Point, connector: Connector): boolean {
    if (budget.isSpent) return true
    return !taken.isNear(at, REACH) && !lines.has(squareAround(at, REACH), connector)
  }

  const dots = new Map<Connector, Point>()
  for (const connector of edgesWithDots) {
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

/** Draws a still dot on its line. */
export function drawFlowDot({ edge, path, sourceColor, targetColor }: Connector, at: Point, theme: Theme): Primitive {
  const fill = ownDotColor(edge) ?? colorOnLine(path, at, sourceColor, targetColor)
  return { kind: 'circle', ...at, radius: DOT.radius, fill, stroke: theme.canvas, lineWidth: DOT.ring }
}

/** The motion of a dot along the line with the item index `along`; undefined if the edge is not animated. */
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

/** The client's colour of a dot, parsed and formatted again. */
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
