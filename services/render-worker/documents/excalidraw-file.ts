import type { ArchitectureMap } from '@maps/shared/map'
import { edgeDefaults } from '@maps/shared/map-values'
import { captionLinesOf, type Card } from '../scene/draw/card.ts'
import { legibleOn, MIN_TEXT_CONTRAST, mix } from '../scene/draw/color.ts'
import type { Connector } from '../scene/draw/connector.ts'
import { contentsOf, type Scene } from '../scene/draw/drawing.ts'
import type { PlacedLabel } from '../scene/draw/edge-label.ts'
import { themes } from '../scene/draw/theme.ts'
import { titleFont } from '../scene/draw/title-block.ts'
import { type Path, pointAt, round, startOf } from '../scene/geometry/path.ts'
import { boundingBox, type Point, type Rect, type Size } from '../scene/geometry/rect.ts'
import { pointOn, segmentEnd } from '../scene/geometry/segment.ts'
import { createBase, type CreateBase, LINE_HEIGHT, type Text, textOf } from './excalidraw-elements.ts'
import { titleOf } from './map-words.ts'

const theme = themes.light
const CARD_FONT = 13
/** Px between the text and the border of a card. */
const CARD_PADDING = 5
const TITLE = { fontSize: 28, above: 36 }
/** Share of white in the fill of a card. */
const TINT = 0.9
/** Px between the points of a curve, and maximum number of its points. */
const CURVE = { step: 40, most: 16 }

/** Writes a scene as an Excalidraw file: rectangles with text, and arrows that are bound to them and keep the routes of the picture. */
export function excalidrawFile(map: ArchitectureMap, scene: Scene) {
  const base = createBase(Date.parse(map.updatedAt))
  const numbers = new Map(scene.cards.map((it, index) => [it.id, index]))
  const idOf = (nodeId: string): string => `card-${numbers.get(nodeId)}`
  const bound = Map.groupBy(
    scene.connectors.flatMap(({ edge: { source, target } }, index) =>
      [...new Set([source, target])].map((nodeId) => ({ nodeId, type: 'arrow' as const, id: `arrow-${index}` })),
    ),
    (it) => it.nodeId,
  )
  const boundTo = (nodeId: string) => (bound.get(nodeId) ?? []).map(({ type, id }) => ({ type, id }))
  return {
    type: 'excalidraw',
    version: 2,
    source: 'Maps Service',
    elements: [
      titleText(map, scene, base),
      ...scene.cards.flatMap((it) => cardOf(it, idOf(it.id), boundTo(it.id), base)),
      // Excalidraw draws the label of an arrow with its arrow: above the cards, as in the picture.
      ...scene.connectors.flatMap((it, index) => arrowOf(it, scene.labelRects.get(it), `arrow-${index}`, idOf, base)),
    ],
    appState: { viewBackgroundColor: theme.canvas },
    files: {},
  }
}

function cardOf(card: Card, id: string, arrows: { type: 'arrow'; id: string }[], base: CreateBase) {
  const { node, content, rect, accent } = card
  const textId = `${id}-text`
  const lines = captionLinesOf(content)
  const color = node ? theme.text : theme.canvasMutedText
  const size = textSize(lines.length, CARD_FONT, content.width - 2 * CARD_PADDING)
  return [
    {
      type: 'rectangle' as const,
      ...base(id, rect, accent),
      backgroundColor: node ? mix(accent, theme.card, TINT) : 'transparent',
      strokeStyle: node ? 'solid' : 'dashed',
      roundness: { type: 3 },
      boundElements: [{ type: 'text' as const, id: textId }, ...arrows],
    },
    textOf(base(textId, centredIn(rect, size), color), lines.join('\n'), CARD_FONT, 'sans', id),
  ]
}

function arrowOf(
  connector: Connector,
  placed: PlacedLabel | undefined,
  id: string,
  idOf: (nodeId: string) => string,
  base: CreateBase,
) {
  const { edge, path, source, target, sourceColor } = connector
  const isCurve = (edge.line ?? edgeDefaults.line) === 'bezier'
  const points = isCurve ? curvePoints(path) : cornerPoints(path)
  const [start, end] = [points[0]!, points.at(-1)!]
  const arrow = edge.arrow ?? edgeDefaults.arrow
  const { width, height } = boundingBox(points)
  const labels = placed ? labelOf(connector, placed, id, base) : []
  return [
    {
      type: 'arrow' as const,
      ...base(id, { ...start, width, height }, sourceColor),
      strokeStyle: (edge.dashed ?? edgeDefaults.dashed) ? 'dashed' : 'solid',
      roundness: isCurve ? { type: 2 } : null,
      boundElements: labels.map((it) => ({ type: 'text' as const, id: it.id })),
      points: points.map(({ x, y }) => [round(x - start.x), round(y - start.y)] as const),
      startBinding: bindingOf(idOf(edge.source), source.rect, start),
      endBinding: bindingOf(idOf(edge.target), target.rect, end),
      startArrowhead: arrow === 'both' ? 'triangle' : null,
      endArrowhead: arrow === 'none' ? null : 'triangle',
      elbowed: false,
    },
    ...labels,
  ]
}

function labelOf({ edge, label }: Connector, placed: PlacedLabel, arrowId: string, base: CreateBase): Text[] {
  if (!label) return []
  const { lines } = placed
  const { font } = label
  const size = textSize(lines.length, font.size, Math.max(...lines.map((it) => it.width)))
  const color = legibleOn(theme.canvas, edge.labelColor ?? theme.canvasMutedText, MIN_TEXT_CONTRAST)
  const text = lines.map((it) => it.text).join('\n')
  return [textOf(base(`${arrowId}-text`, centredIn(placed, size), color), text, font.size, font.face, arrowId)]
}

function bindingOf(elementId: string, { x, y, width, height }: Rect, at: Point) {
  return { elementId, fixedPoint: [share(at.x - x, width), share(at.y - y, height)], mode: 'orbit' }
}

function share(part: number, whole: number): number {
  return Math.round(Math.min(1, Math.max(0, part / whole)) * 10_000) / 10_000
}

/** Points through which Excalidraw draws a smooth curve. */
function curvePoints(path: Path): Point[] {
  const count = Math.min(CURVE.most, Math.max(1, Math.ceil(path.length / CURVE.step)))
  return Array.from({ length: count + 1 }, (_, index) => pointAt(path, index / count))
}

/** The corners of a path of straight lines. A rounded corner has three points. */
function cornerPoints(path: Path): Point[] {
  const rest = path.segments.flatMap((it) => (it.length === 2 ? [segmentEnd(it)] : [pointOn(it, 0.5), segmentEnd(it)]))
  return [startOf(path), ...rest]
}

function titleText(map: ArchitectureMap, { cards, connectors, titleBlock }: Scene, base: CreateBase): Text {
  const { x, y } = boundingBox(contentsOf(cards, connectors, []))
  const lines = titleBlock.title.map((it) => it.text)
  const text = lines.join('\n') || titleOf(map)
  const widest = Math.max(
    titleBlock.width,
    ...titleBlock.title.map((it) => (it.width * TITLE.fontSize) / titleFont.size),
  )
  const size = textSize(lines.length, TITLE.fontSize, widest)
  const rect = { x, y: y - TITLE.above - size.height, ...size }
  return {
    ...textOf(base('title', rect, theme.canvasText), text, TITLE.fontSize, 'sans', null),
    textAlign: 'left',
    verticalAlign: 'top',
  }
}

function textSize(lines: number, fontSize: number, width: number): Size {
  return { width, height: Math.max(1, lines) * fontSize * LINE_HEIGHT }
}

function centredIn(rect: Rect, { width, height }: Size): Rect {
  return { x: rect.x + (rect.width - width) / 2, y: rect.y + (rect.height - height) / 2, width, height }
}
