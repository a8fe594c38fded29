import { drawCard, drawGhost, drawNote } from './card.ts'
import { AA, colorsSeenOn } from './contrast.ts'
import { type Connector, CROWD, drawConnectors, drawFlowDot, drawLabel } from './connector.ts'
import type { Group, GroupedDrawing, Primitive, Rect } from './display-list.ts'
import { flowOf } from './flow-dots.ts'
import { drawFrame, NO_FRAME } from './frame.ts'
import { drawLegend, legendSize } from './legend.ts'
import { overhang } from '../layout/overhang.ts'
import { samplesOf, verticesOf } from '../geometry/path.ts'
import { boundingBox, squareAround } from '../geometry/rect.ts'
import type { Card, Scene } from '../scene.ts'
import { themeOn, type ThemeName } from './theme.ts'

/** How a scene is drawn, besides its theme. */
export interface DrawingOptions {
  theme: ThemeName
  /** A client's colour, `transparent` among them; the theme's own where it is undefined. */
  background: string | undefined
  /** Around everything, in canvas px. */
  padding: number
  /** Whether the title block stands above the drawing; true where it is not set. */
  title?: boolean
  /** Whether it says below the drawing what colours mean. */
  legend: boolean
  /** What the drawing calls a service of this id; the id itself where it is not given. */
  idOf?: (id: string) => string
}

const GRID = { spacing: 24, radius: 1 }
const MIN_WIDTH = 320
/** Lines and dots are a little wider than their geometry. */
const STROKE_ROOM = 6
const SAMPLE = 12

/** The picture of a scene: frame on top, legend at the bottom, lines behind cards, labels over all. */
export function drawScene(scene: Scene, options: DrawingOptions): GroupedDrawing {
  const { cards, connectors, labelRects, dots } = scene
  const frame = (options.title ?? true) ? scene.frame : NO_FRAME
  const legend = options.legend ? scene.legend : []
  const { theme, background, isOpaque, hasGrid } = themeOn(options.theme, options.background)
  const { padding, idOf = (id: string) => id } = options
  const bounds = boundsOf(cards, connectors, labelRects.values())
  const inner = Math.max(bounds.width, frame.width, MIN_WIDTH)
  const width = Math.ceil(inner + 2 * padding)
  const corners = { title: frame, legend: legendSize(legend, inner) }
  const isCrowd = connectors.length > CROWD
  // A crowd leaves no corner empty, and looking at its lines once more would take seconds.
  const contents = isCrowd ? [bounds] : contentsOf(cards, connectors, labelRects.values())
  const { above, below } = overhang(contents, bounds, corners)
  const height = Math.ceil(above + bounds.height + below + 2 * padding)
  const items: Primitive[] = []
  const groups: Group[] = []
  const add = (names: Group['names'], own: readonly Primitive[], motion?: Group['motion']): void => {
    // In a crowd no reader looks for a single thing, and names would take more bytes than what they name.
    if (!isCrowd) groups.push({ names, start: items.length, end: items.length + own.length, ...(motion && { motion }) })
    for (const item of own) items.push(item)
  }
  if (hasGrid) items.push({ kind: 'dots', x: 0, y: 0, width, height, ...GRID, color: theme.dots })
  items.push(...drawFrame(frame, padding, padding, theme))
  items.push(...drawLegend(legend, padding, height - padding, inner, theme))
  const left = padding + Math.max(0, (MIN_WIDTH - bounds.width) / 2)
  items.push({ kind: 'move', x: Math.round(left - bounds.x), y: Math.round(padding + above - bounds.y) })
  const lines = drawConnectors(connectors, theme)
  const along: number[] = []
  for (const [index, { edge }] of connectors.entries()) {
    along.push(items.length)
    add({ edge: String(index), source: idOf(edge.source), target: idOf(edge.target) }, lines[index]!)
  }
  for (const [index, connector] of connectors.entries()) {
    const at = dots.get(connector)
    const motion = isCrowd ? undefined : flowOf(connector, along[index]!, theme)
    if (at || motion) add({ dot: String(index) }, at ? [drawFlowDot(connector, at, theme)] : [], motion)
  }
  for (const { id, node, face, rect, accent } of cards) {
    add({ node: idOf(id) }, node ? drawCard(face, rect, accent, theme) : drawGhost(face, rect, theme))
  }
  const seen = colorsSeenOn(theme.canvas, AA)
  for (const [index, connector] of connectors.entries()) {
    const rect = labelRects.get(connector)
    if (rect) add({ label: String(index) }, drawLabel(connector, rect, theme, seen))
  }
  if (cards.length === 0) items.push(...drawNote('No services yet', bounds, theme))
  return { width, height, background, isOpaque, items, groups }
}

/** What cards, lines and labels take up together. */
export function boundsOf(cards: readonly Card[], connectors: readonly Connector[], labels: Iterable<Rect> = []): Rect {
  if (cards.length === 0) return EMPTY
  return boundingBox(contentsOf(cards, connectors, labels))
}

/** What stands in the drawing: lines as points with the room that their strokes take. */
function* contentsOf(
  cards: readonly Card[],
  connectors: readonly Connector[],
  labels: Iterable<Rect>,
): Generator<Rect> {
  for (const { path } of connectors) {
    for (const points of [verticesOf(path), samplesOf(path, SAMPLE)]) {
      for (const point of points) yield squareAround(point, STROKE_ROOM)
    }
  }
  for (const { rect } of cards) yield rect
  yield* labels
}

const EMPTY: Rect = { x: 0, y: 0, width: MIN_WIDTH, height: 110 }
