import { serviceName } from '@maps/shared/text'
import { samplesOf, sampleStepOf, verticesOf } from '../geometry/path.ts'
import { boundingBox, inflate, middleOf, type Point, type Rect, type Size, squareAround } from '../geometry/rect.ts'
import { overhang } from '../layout/overhang.ts'
import { type Card, drawCard, drawNote, drawPlaceholder } from './card.ts'
import { legibleColorsOn, MIN_LINE_CONTRAST, MIN_TEXT_CONTRAST } from './color.ts'
import { type Connector, CROWDED_EDGES } from './connector.ts'
import type { Group, GroupedDrawing, Primitive } from './display-list.ts'
import { drawComparedCard } from './compared-card.ts'
import { drawComparedConnectors, drawConnectors, recessions } from './draw-connectors.ts'
import { drawLabel, type PlacedLabel } from './edge-label.ts'
import { drawFlowDot, motionOf } from './flow-dots.ts'
import { drawLegend, type Legend, legendSize } from './legend.ts'
import { BADGE_RADIUS, type Changes } from './marks.ts'
import { type Theme, type ThemeName, themeOn } from './theme.ts'
import { colorAt, drawCaption, drawZone, type Zone } from './zones.ts'
import { drawStubs, withStubs } from './stubs.ts'
import { drawTitleBlock, emptyTitleBlock, type TitleBlock } from './title-block.ts'

/** A map with the positions of all its elements, shared by all drawings of it. */
export interface Scene {
  cards: Card[]
  connectors: Connector[]
  labelRects: ReadonlyMap<Connector, PlacedLabel>
  /** Positions of flow dots, by their lines. */
  dots: ReadonlyMap<Connector, Point>
  /** Zones of groups, outer zones first. */
  zones: readonly Zone[]
  titleBlock: TitleBlock
  legend: Legend
  /** What changed, in a scene of two maps. */
  changes?: Changes | undefined
  /** What stands in the place of cards, if there are none. */
  emptyText: string
}

/** Options of a drawing. */
export interface DrawingOptions {
  theme: ThemeName
  /** Colour from a client, or `transparent`; undefined for the theme's colour. */
  background: string | undefined
  /** Space around the drawing, in canvas px. */
  padding: number
  /** Whether the title block is above the drawing. Default: true. */
  title?: boolean
  /** Whether the legend of colours is below the drawing. */
  legend: boolean
  /** Returns the name of a service in the drawing. Default: its id. */
  idOf?: (id: string) => string
}

const GRID = { spacing: 24, radius: 1 }
const MIN_WIDTH = 320
/** Size in px up to which a slide shows a drawing at its full size. */
const FULL: Size = { width: 1920, height: 1080 }
const MAX_ZOOM = 6
/** Px by which lines and dots extend beyond their geometry. */
const STROKE_ROOM = 6
/** Px between the sample points of a line, for its bounds. */
const SAMPLE_STEP = 12
/** Place of the note in a map without services. */
const EMPTY: Rect = { x: 0, y: 0, width: MIN_WIDTH, height: 110 }

/** Draws a scene: title block at the top, legend at the bottom, lines behind cards, labels in front of everything. */
export function drawScene(scene: Scene, options: DrawingOptions): GroupedDrawing {
  const { cards, connectors, labelRects, zones, changes } = scene
  const { theme, background, isOpaque, hasGrid } = themeOn(options.theme, options.background)
  const { padding, idOf = (id: string) => id } = options
  const badges = changes ? cards.map((it) => inflate(it.rect, BADGE_RADIUS)) : []
  const further = [...labelRects.values(), ...zones.map((it) => it.rect), ...badges]
  // A crowded drawing has no empty corners, and millions of sample points, which are read once.
  const contents = contentsOf(cards, connectors, further)
  const kept = isCrowded(scene) ? undefined : [...contents]
  const bounds = boundingBox(kept ?? contents)
  const titleBlock = (options.title ?? true) ? scene.titleBlock : emptyTitleBlock
  const legend = options.legend ? scene.legend : []
  const zoom = zoomOfTexts(bounds, [titleBlock, ...legend])
  const title = { width: titleBlock.width * zoom, height: titleBlock.height * zoom }
  const least = Math.max(bounds.width, title.width, MIN_WIDTH)
  // An entry of the legend with many sums may be wider than all else.
  const inner = Math.max(least, legendSize(legend, least, zoom).width)
  const corners = { title, legend: legendSize(legend, inner, zoom) }
  const { above, below } = overhang(kept ?? [bounds], bounds, corners)
  const width = Math.ceil(inner + 2 * padding)
  const height = Math.ceil(above + bounds.height + below + 2 * padding)
  const items: Primitive[] = []
  if (hasGrid) items.push({ kind: 'dots', x: 0, y: 0, width, height, ...GRID, color: theme.dots })
  items.push(...drawTitleBlock(titleBlock, padding, padding, theme, zoom))
  items.push(...drawLegend(legend, padding, height - padding, inner, theme, zoom))
  const left = padding + Math.max(0, (MIN_WIDTH - bounds.width) / 2)
  items.push({ kind: 'move', x: Math.round(left - bounds.x), y: Math.round(padding + above - bounds.y) })
  const groups = drawContents(scene, theme, idOf, bounds.width, items)
  if (cards.length === 0) items.push(...drawNote(scene.emptyText, bounds, theme))
  return { width, height, background, isOpaque, items, groups }
}

/** The factor by which title and legend are larger, so that a slide shows them in their usual size. None of these texts becomes wider than the drawing. */
function zoomOfTexts({ width, height }: Size, texts: readonly Pick<Size, 'width'>[]): number {
  const shrinking = Math.max(width / FULL.width, height / FULL.height)
  const widest = Math.max(...texts.map((it) => it.width))
  return Math.max(1, Math.min(MAX_ZOOM, shrinking, width / widest))
}

function isCrowded({ connectors }: Scene): boolean {
  return connectors.length > CROWDED_EDGES
}

/** Adds lines, dots, cards and labels to the items. @returns their groups */
function drawContents(
  scene: Scene,
  theme: Theme,
  idOf: (id: string) => string,
  width: number,
  items: Primitive[],
): Group[] {
  const { cards, connectors, labelRects, dots, zones, changes } = scene
  for (const it of zones) items.push(...drawZone(it, theme))
  const groups: Group[] = []
  const add = (
    names: Group['names'],
    own: readonly Primitive[],
    further: Pick<Group, 'title' | 'motion'> = {},
  ): void => {
    const range = { start: items.length, end: items.length + own.length }
    // In a crowded drawing, no reader looks for a single element, and names would take more bytes than elements.
    if (!isCrowded(scene)) groups.push({ names, ...range, ...further })
    for (const item of own) items.push(item)
  }
  const receding = changes
    ? connectors.map((it) => (changes.has(it.edge) ? 0 : 1))
    : recessions(connectors, cards.length, width)
  const lines = changes
    ? drawComparedConnectors(connectors, changes, theme, legibleColorsOn(theme.canvas, MIN_LINE_CONTRAST))
    : drawConnectors(connectors, receding, theme)
  const along: number[] = []
  for (const index of [...connectors.keys()].sort((a, b) => receding[b]! - receding[a]!)) {
    const { edge } = connectors[index]!
    along[index] = items.length
    const change = changes?.get(edge)
    const names = { edge: String(index), source: idOf(edge.source), target: idOf(edge.target) }
    add({ ...names, ...(change && { change }) }, lines[index]!)
  }
  for (const [index, connector] of connectors.entries()) {
    const at = dots.get(connector)
    const motion = isCrowded(scene) ? undefined : motionOf(connector, along[index]!, theme)
    if (at || motion) add({ dot: String(index) }, at ? [drawFlowDot(connector, at, theme)] : [], motion && { motion })
  }
  for (const it of zones) items.push(...drawCaption(it, theme))
  for (const card of cards) {
    const { id, node, content, rect, accent } = card
    const title = serviceName(node ?? { id })
    if (changes) {
      const change = changes.get(id)
      const names = { node: idOf(id), ...(change && { change }) }
      add(names, drawComparedCard(card, change, theme), { title: change ? `${title} (${change})` : title })
      continue
    }
    const own = node ? drawCard(content, rect, accent, theme) : drawPlaceholder(content, rect, theme)
    const stubs = drawStubs(content.stubs, rect, accent, theme)
    add({ node: idOf(id) }, [...own, ...stubs], { title })
  }
  const legible = legibleColorsOn(theme.canvas, MIN_TEXT_CONTRAST)
  for (const [index, connector] of connectors.entries()) {
    const placed = labelRects.get(connector)
    if (!placed) continue
    const halo = colorAt(middleOf(placed), zones, theme)
    add({ label: String(index) }, drawLabel(connector, placed, theme, halo, legible))
  }
  return groups
}

/**
 * Yields the rectangles of cards, or the place of the note where there are none; the further ones, as of labels; and rectangles around the sample
 * points of lines, with the width of strokes.
 */
export function* contentsOf(
  cards: readonly Card[],
  connectors: readonly Connector[],
  further: Iterable<Rect>,
): Generator<Rect> {
  if (cards.length === 0) yield EMPTY
  const step = sampleStepOf(connectors, SAMPLE_STEP)
  for (const { path } of connectors) {
    for (const point of verticesOf(path)) yield squareAround(point, STROKE_ROOM)
    for (const point of samplesOf(path, step)) yield squareAround(point, STROKE_ROOM)
  }
  for (const { rect, content } of cards) yield withStubs(rect, content.stubs)
  yield* further
}
