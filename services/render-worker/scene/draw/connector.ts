import { formatColor, parseColor } from '@maps/shared/color'
import { edgeDefaults, type MapEdge } from '@maps/shared/map'
import { oneLine } from '@maps/shared/one-line'
import { truncate } from '../../truncate.ts'
import { smallFont } from './card.ts'
import type { Font, Paint, Point, Primitive, Rect } from './display-list.ts'
import type { Layout } from '../layout/box.ts'
import type { Ends, Sides } from '../route/ends.ts'
import { facingSides } from '../route/place-ends.ts'
import {
  endDirection,
  endPointOf,
  formatPath,
  type Path,
  reversed,
  round,
  startOf,
  trim,
  verticalExtent,
} from '../geometry/path.ts'
import type { EdgePassage, Route, UnroutedEdge } from '../route/candidate.ts'
import { isRightToLeft, type Line, type Measure, wrap } from '../text/text.ts'
import { AA_LINES, colorsSeenOn } from './contrast.ts'
import type { Theme } from './theme.ts'

/** An edge's text, broken into lines; `rect` is its halo once it has a place. */
export interface EdgeLabel {
  lines: Line[]
  font: Font
  width: number
  height: number
}

/** One end of an edge, as far as its line needs to know it. */
export interface Stop {
  rect: Rect
  accent: string
}

/** An edge in the picture. */
export interface Connector {
  edge: MapEdge
  source: Stop
  target: Stop
  ends: Ends
  /** From border to border. */
  path: Path
  sourceColor: string
  targetColor: string
  label: EdgeLabel | undefined
}

const LINE_WIDTH = 1.5
/** A dash and the gap behind it, in canvas px. */
export const DASH = [6, 5]
/** Most dashes of a line, and of one in a crowd; longer lines have longer dashes. 5 million dashes take Chromium 5 s. */
const MAX_DASHES = { usual: 500, crowd: 50 }
const ARROW = { length: 9, halfWidth: 4.5, notch: 2 }
/** Radius of a flow dot and width of the ring around it, in canvas px. */
export const DOT = { radius: 3.25, ring: 1.5 }
const HALO = { x: 6, y: 3, radius: 6 }
const LABEL_LINE = 1.3
/** Among more edges no reader follows a single one: they take the direct way in one colour, with their labels upon them. Routing them would take seconds. */
export const CROWD = 2_000
const FADING = { from: 150, perEdge: 0.001, most: 0.55 }
const MIN_LABEL_WIDTH = 170
const LABEL_WIDTH_IN_EM = 14
const labelWeights = { sketch: 450, sans: 450, mono: 450 } as const

/** Most characters of a label in a crowd: of 10,000 whole labels, some take Chromium half a minute. */
const CROWD_LABEL_LENGTH = 40

/** How the labels of edges are set: each in the font that its edge names, or all like the small text of cards. */
export type LabelFonts = 'own' | 'sans'

/** Breaks an edge's label into lines: as many as it takes, since it is cut only in a crowd. */
export function labelOf(edge: MapEdge, fonts: LabelFonts, isInCrowd: boolean, measure: Measure): EdgeLabel | undefined {
  const whole = oneLine(edge.label ?? '')
  const text = isInCrowd ? truncate(whole, CROWD_LABEL_LENGTH) : whole
  if (text === '') return undefined
  const font = fonts === 'sans' ? smallFont : ownFont(edge)
  const lines = wrap(text, font, Math.max(MIN_LABEL_WIDTH, LABEL_WIDTH_IN_EM * font.size), Infinity, measure)
  const width = lines.reduce((widest, it) => Math.max(widest, it.width), 0)
  return { lines, font, width: width + 2 * HALO.x, height: lines.length * font.size * LABEL_LINE + 2 * HALO.y }
}

function ownFont({
  labelFont: face = edgeDefaults.labelFont,
  labelSize: size = edgeDefaults.labelSize,
}: MapEdge): Font {
  return { face, size, weight: labelWeights[face] }
}

/** An edge with its text, before it has a line. */
export interface LabelledEdge {
  edge: MapEdge
  label: EdgeLabel | undefined
}

/**
 * Finds every edge's line. The edges that meet a side of a card share it; a card's edges to itself run around one another.
 *
 * @param stops by node id
 * @param route finds the lines of all of them
 * @param canvas the colour that lines are drawn on, where each is seen
 */
export function connect(
  edges: readonly LabelledEdge[],
  stops: ReadonlyMap<string, Stop>,
  { axis, passages }: Pick<Layout, 'axis' | 'passages'>,
  route: (links: readonly UnroutedEdge[]) => Route[],
  canvas: string,
): Connector[] {
  const connected = edges.flatMap(({ edge, label }) => {
    const source = stops.get(edge.source)
    const target = stops.get(edge.target)
    return source && target ? [{ edge, label, source, target }] : []
  })
  const counts = Map.groupBy(connected, (it) => pairOf(it.edge))
  const indexes = new Map<string, number>()
  const links = connected.map(({ edge, source, target }): UnroutedEdge => {
    const pair = pairOf(edge)
    const index = indexes.get(pair) ?? 0
    indexes.set(pair, index + 1)
    const passage = passages.get(pair)
    const led = passage && { ...passage, isForward: passage.first === edge.source }
    return {
      line: edge.line ?? edgeDefaults.line,
      source: source.rect,
      target: target.rect,
      facing: led ? sidesOf(led) : facingSides(source.rect, target.rect, axis),
      ...(led && { passage: led }),
      fan: { index, count: counts.get(pair)!.length },
    }
  })
  const routes = route(links)
  return inColors(
    connected.map((it, index) => ({ ...it, ...routes[index]! })),
    canvas,
  )
}

/** Gives each edge its own colour, or those of its cards, in the shade that is seen on the canvas. */
export function inColors(
  connectors: readonly Omit<Connector, 'sourceColor' | 'targetColor'>[],
  canvas: string,
): Connector[] {
  const seen = colorsSeenOn(canvas, AA_LINES)
  return connectors.map((it) => ({
    ...it,
    sourceColor: seen(it.edge.color ?? it.source.accent),
    targetColor: seen(it.edge.color ?? it.target.accent),
  }))
}

/** The sides over which an edge leaves its source and enters its target. */
function sidesOf({ sides: [first, last], isForward }: EdgePassage): Sides {
  return isForward ? [first, last] : [last, first]
}

/** The two cards of an edge, whichever way it points. */
export function pairOf({ source, target }: Pick<MapEdge, 'source' | 'target'>): string {
  return source < target ? JSON.stringify([source, target]) : JSON.stringify([target, source])
}

/** The line and arrowheads of each edge, its line first. Where there are many, lines recede so that the cards stand out; those with a colour of their own keep it. */
export function drawConnectors(connectors: readonly Connector[], theme: Theme): Primitive[][] {
  const isCrowd = connectors.length > CROWD
  const fading = Math.min(FADING.most, Math.max(0, connectors.length - FADING.from) * FADING.perEdge)
  return connectors.map((it) => {
    const colors = it.edge.color === undefined ? [it.sourceColor, it.targetColor] : []
    const [from = it.sourceColor, to = it.targetColor] = colors.map((color) => mix(color, theme.canvas, fading))
    return isCrowd
      ? drawConnector(it, from, MAX_DASHES.crowd)
      : drawConnector(it, strokeOf(it.path, from, to), MAX_DASHES.usual)
  })
}

function drawConnector(connector: Connector, stroke: Paint, maxDashes: number): Primitive[] {
  const { edge, path, sourceColor, targetColor } = connector
  const arrow = edge.arrow ?? edgeDefaults.arrow
  const size = Math.min(1, path.length / (3 * ARROW.length))
  const back = (ARROW.length - ARROW.notch) * size
  const line = trim(path, arrow === 'both' ? back : 0, arrow === 'none' ? 0 : back)
  const items: Primitive[] = [
    {
      ...{ kind: 'path', d: formatPath(line), ...verticalExtent(line), stroke, lineWidth: LINE_WIDTH },
      ...((edge.dashed ?? edgeDefaults.dashed) && { dash: dashesOf(path, maxDashes) }),
    },
  ]
  if (arrow !== 'none') items.push(arrowhead(path, size, targetColor))
  if (arrow === 'both') items.push(arrowhead(reversed(path), size, sourceColor))
  return items
}

function dashesOf({ length }: Path, maxDashes: number): readonly number[] {
  const [dash = 0, gap = 0] = DASH
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

/** A head whose tip is the path's very end, pointing the way the path arrives. */
function arrowhead(path: Path, size: number, fill: string): Primitive {
  const tip = endPointOf(path)
  const { x: dx, y: dy } = endDirection(path)
  const at = (back: number, aside: number): string =>
    `${round(tip.x - (dx * back - dy * aside) * size)},${round(tip.y - (dy * back + dx * aside) * size)}`
  const { length, halfWidth, notch } = ARROW
  const reach = Math.hypot(length, halfWidth)
  const d = `M${round(tip.x)},${round(tip.y)}L${at(length, halfWidth)}L${at(length - notch, 0)}L${at(length, -halfWidth)}Z`
  return { kind: 'path', d, top: Math.floor(tip.y - reach), bottom: Math.ceil(tip.y + reach), fill }
}

/** The dot that would run along the line, as it stands still. */
export function drawFlowDot({ edge, path, sourceColor, targetColor }: Connector, at: Point, theme: Theme): Primitive {
  const fill = ownDotColor(edge) ?? colorOnLine(path, at, sourceColor, targetColor)
  return { kind: 'circle', ...at, radius: DOT.radius, fill, stroke: theme.canvas, lineWidth: DOT.ring }
}

/** A client's colour of the dot as text of our own making. */
export function ownDotColor({ dotColor = '' }: MapEdge): string | undefined {
  const own = parseColor(dotColor)
  return own && formatColor(own)
}

/** Of the gradient from end to end. */
function colorOnLine(path: Path, at: Point, sourceColor: string, targetColor: string): string {
  const [from, to] = [startOf(path), endPointOf(path)]
  const [x, y] = [to.x - from.x, to.y - from.y]
  const fraction = ((at.x - from.x) * x + (at.y - from.y) * y) / (x * x + y * y)
  return mix(sourceColor, targetColor, Math.min(1, Math.max(0, fraction || 0)))
}

/** What a label should not cover: the arrowheads. */
export function marksOf(connector: Connector): Rect[] {
  const { edge, path } = connector
  const arrow = edge.arrow ?? edgeDefaults.arrow
  const marks: Rect[] = []
  const add = ({ x, y }: Point, reach: number): void => {
    marks.push({ x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach })
  }
  if (arrow !== 'none') add(endPointOf(path), ARROW.length)
  if (arrow === 'both') add(startOf(path), ARROW.length)
  return marks
}

/** The gradient's colour at a fraction of its length. */
export function mix(from: string, to: string, t: number): string {
  if (t === 0 || from === to) return from
  const a = parseColor(from)
  const b = parseColor(to)
  if (!a || !b) return from
  const at = (x: number, y: number): number => x + (y - x) * t
  return formatColor({ r: at(a.r, b.r), g: at(a.g, b.g), b: at(a.b, b.b), a: at(a.a, b.a) })
}

/**
 * The text on its halo, in the middle of `rect`.
 *
 * @param seen gives a colour in the shade that is read on the canvas
 */
export function drawLabel(
  { edge, label }: Connector,
  rect: Rect,
  theme: Theme,
  seen: (color: string) => string,
): Primitive[] {
  if (!label) return []
  const { font, lines } = label
  const color = edge.labelColor === undefined ? theme.canvasMutedText : seen(edge.labelColor)
  const lineHeight = font.size * LABEL_LINE
  const texts = lines.map((line, index): Primitive => {
    const y = rect.y + HALO.y + index * lineHeight + lineHeight / 2 + font.size * 0.36
    const x = rect.x + rect.width / 2
    return {
      kind: 'text',
      x: round(x),
      y: round(y),
      text: line.text,
      font,
      color,
      align: 'center',
      isRightToLeft: isRightToLeft(line.text),
    }
  })
  return [{ kind: 'rect', ...rect, radius: HALO.radius, fill: theme.canvas }, ...texts]
}
