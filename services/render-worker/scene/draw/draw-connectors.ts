import { edgeDefaults } from '@maps/shared/map-values'
import {
  endDirection,
  endPointOf,
  formatPath,
  type Path,
  pointAt,
  reversed,
  round,
  startOf,
  trim,
  verticalExtent,
} from '../geometry/path.ts'
import { type Point, type Rect, squareAround } from '../geometry/rect.ts'
import { mix } from './color.ts'
import { type Connector, CROWDED_EDGES } from './connector.ts'
import type { Paint, Primitive } from './display-list.ts'
import { type Changes, type MarkLine, markLines } from './marks.ts'
import type { Theme } from './theme.ts'

const LINE_WIDTH = 1.5
/** Lengths of a dash and of the gap after it, in canvas px. */
export const DASH = [6, 5] as const
/** Maximum number of dashes of a line; longer lines have longer dashes. Chromium takes 5 s for 5 million dashes. */
const MAX_DASHES = { usual: 500, crowd: 50 }
const ARROW = { length: 9, halfWidth: 4.5, notch: 2 }
/** Fading of lines into the canvas: a share of `perEdge` for each edge beyond `from`, up to `most`. */
const FADING = { from: 150, perEdge: 0.001, most: 0.55 }

/**
 * In a drawing of `services` or more, lines recede behind shorter ones from a length of `from` widths of the drawing on, and fully from `to`:
 * they are thinner by `narrower` px and faded by `fading`.
 */
const RECEDING = { services: 40, from: 1 / 3, to: 2 / 3, narrower: 0.5, fading: 0.45 }

/** How far the line of each edge recedes, from 0 to 1. @param width width of the drawing in px */
export function recessions(connectors: readonly Connector[], services: number, width: number): number[] {
  const { from, to } = RECEDING
  return connectors.map(({ path }) => {
    if (services < RECEDING.services) return 0
    return Math.min(1, Math.max(0, (path.length / width - from) / (to - from)))
  })
}

/** Share by which lines that stayed the same fade into the canvas. */
const KEPT_FADING = 0.5

/** Draws the lines of two maps: those that changed in the colours and patterns of their changes, and the others receding. */
export function drawComparedConnectors(
  connectors: readonly Connector[],
  changes: Changes,
  theme: Theme,
  legible: (color: string) => string,
): Primitive[][] {
  const maxDashes = connectors.length > CROWDED_EDGES ? MAX_DASHES.crowd : MAX_DASHES.usual
  return connectors.map((connector) => {
    const mark = changes.get(connector.edge)
    const { dashed = edgeDefaults.dashed } = connector.edge
    const { lineWidth, dash }: MarkLine = mark ? markLines[mark] : { lineWidth: LINE_WIDTH }
    const color = mark ? legible(theme.marks[mark]) : mix(connector.sourceColor, theme.canvas, KEPT_FADING)
    const colored = { ...connector, sourceColor: color, targetColor: color }
    return drawConnector(colored, color, lineWidth, maxDashes, dash ?? (dashed ? DASH : undefined))
  })
}

/**
 * Draws the line of each edge, followed by its arrowheads. In a map with many edges, lines without a colour of their own fade,
 * so that the cards stand out.
 *
 * @param receding how far each line recedes
 */
export function drawConnectors(
  connectors: readonly Connector[],
  receding: readonly number[],
  theme: Theme,
): Primitive[][] {
  const isCrowded = connectors.length > CROWDED_EDGES
  const fading = Math.min(FADING.most, Math.max(0, connectors.length - FADING.from) * FADING.perEdge)
  return connectors.map((connector, index) => {
    const { edge, path, sourceColor, targetColor } = connector
    const share = Math.max(fading, RECEDING.fading * receding[index]!)
    const faded = (color: string): string => (edge.color === undefined ? mix(color, theme.canvas, share) : color)
    const width = round(LINE_WIDTH - RECEDING.narrower * receding[index]!)
    const from = faded(sourceColor)
    const dash = (edge.dashed ?? edgeDefaults.dashed) ? DASH : undefined
    if (isCrowded) return drawConnector(connector, from, width, MAX_DASHES.crowd, dash)
    return drawConnector(connector, strokeOf(path, from, faded(targetColor)), width, MAX_DASHES.usual, dash)
  })
}

/** @param dash lengths of a dash and of the gap after it */
function drawConnector(
  connector: Connector,
  stroke: Paint,
  lineWidth: number,
  maxDashes: number,
  dash: readonly [number, number] | undefined,
): Primitive[] {
  const { edge, path, sourceColor, targetColor } = connector
  const arrow = edge.arrow ?? edgeDefaults.arrow
  const scale = Math.min(1, path.length / (3 * ARROW.length))
  const cut = (ARROW.length - ARROW.notch) * scale
  const line = trim(path, arrow === 'both' ? cut : 0, arrow === 'none' ? 0 : cut)
  const shape = { d: formatPath(line), ...verticalExtent(line), stroke, lineWidth }
  const items: Primitive[] = [{ kind: 'path', ...shape, ...(dash && { dash: dashesOf(path, maxDashes, dash) }) }]
  if (arrow !== 'none') items.push(arrowhead(path, scale, targetColor))
  if (arrow === 'both') items.push(arrowhead(reversed(path), scale, sourceColor))
  return items
}

function dashesOf({ length }: Path, maxDashes: number, [dash, gap]: readonly [number, number]): readonly number[] {
  const factor = Math.max(1, length / maxDashes / (dash + gap))
  return [round(dash * factor), round(gap * factor)]
}

function strokeOf(path: Path, sourceColor: string, targetColor: string): Paint {
  const from = startOf(path)
  const to = endPointOf(path)
  const isPoint = Math.hypot(to.x - from.x, to.y - from.y) < 1
  if (sourceColor === targetColor || isPoint) return sourceColor
  return { from: rounded(from), to: rounded(to), fromColor: sourceColor, toColor: targetColor }
}

function rounded({ x, y }: Point): Point {
  return { x: round(x), y: round(y) }
}

/** Draws an arrowhead in the direction of the path, with its tip at the end of the path. */
function arrowhead(path: Path, scale: number, fill: string): Primitive {
  const tip = endPointOf(path)
  const { x: dx, y: dy } = endDirection(path)
  const at = (back: number, aside: number): string =>
    `${round(tip.x - (dx * back - dy * aside) * scale)},${round(tip.y - (dy * back + dx * aside) * scale)}`
  const { length, halfWidth, notch } = ARROW
  const reach = Math.hypot(length, halfWidth)
  const d = `M${round(tip.x)},${round(tip.y)}L${at(length, halfWidth)}L${at(length - notch, 0)}L${at(length, -halfWidth)}Z`
  return { kind: 'path', d, top: Math.floor(tip.y - reach), bottom: Math.ceil(tip.y + reach), fill }
}

/**
 * A point of the line just before each of its arrowheads. A label on such a point would leave a stub of the line at the arrowhead. Lines too short
 * for a label between have none.
 */
export function arrowTails({ edge, path }: Connector): Point[] {
  const arrow = edge.arrow ?? edgeDefaults.arrow
  const share = (2 * ARROW.length) / path.length
  if (arrow === 'none' || share > 0.5) return []
  return [pointAt(path, 1 - share), ...(arrow === 'both' ? [pointAt(path, share)] : [])]
}

/** Squares around the arrowheads of an edge, which labels should not cover. */
export function arrowheadSquares({ edge, path }: Connector): Rect[] {
  const arrow = edge.arrow ?? edgeDefaults.arrow
  const squares: Rect[] = []
  if (arrow !== 'none') squares.push(squareAround(endPointOf(path), ARROW.length))
  if (arrow === 'both') squares.push(squareAround(startOf(path), ARROW.length))
  return squares
}
