import { type Rgba, parseColor } from '@maps/shared/color'
import type { ArchitectureMap } from '@maps/shared/map'
import { edgeDefaults } from '@maps/shared/map-values'
import { oneLine, truncate } from '@maps/shared/text'
import type {
  ConnectorEndpoint,
  ConnectorNode,
  GetFileResponse,
  Rectangle,
  SectionNode,
  ShapeWithTextNode,
  SolidPaint,
} from '@figma/rest-api-spec'
import { captionOf, type Card } from '../scene/draw/card.ts'
import type { Connector } from '../scene/draw/connector.ts'
import { DASH } from '../scene/draw/draw-connectors.ts'
import { contentsOf } from '../scene/draw/drawing.ts'
import { themes } from '../scene/draw/theme.ts'
import { type Zone, zoneFill } from '../scene/draw/zones.ts'
import { round, samplesOf, verticesOf } from '../scene/geometry/path.ts'
import { boundingBox, isWithin, type Point, type Rect } from '../scene/geometry/rect.ts'
import { pointOnSide, type Side } from '../scene/geometry/sides.ts'
import type { LineKind } from '../scene/route/edge-path.ts'

/**
 * Figma's response for a FigJam file, with the map itself, since FigJam cannot express all of it. `leftOut` lists details that
 * the drawing of a large map omits.
 */
export type FigmaFile = GetFileResponse & { maps: ArchitectureMap; leftOut?: string[] }

/** The cards, connectors and zones of a map. */
export interface Board {
  cards: readonly Card[]
  connectors: readonly Connector[]
  /** Zones of groups, outer zones first. */
  zones: readonly Zone[]
  /** What the board shows of its map. Default: all of it. */
  description?: string | undefined
}

/** Level of detail of a drawing. Every level has all services and edges. */
export interface FigmaDetail {
  /** Includes names and bounding boxes of connectors, and the render bounds of shapes. */
  hasBoxes: boolean
  hasLongTexts: boolean
  /** Draws a card for each endpoint without a service, instead of one card for all of them. */
  hasOwnCards: boolean
}

/** The theme of every figma file: FigJam has a light canvas. */
export const figmaTheme = themes.light

/** Maximum length of a text in a drawing without long texts, in characters. */
const MAX_SHORT_TEXT = 24
const SECTION_PADDING = 80
const SECTION_ID = '1:1'
const SECTION_FILL = '#ffffff'
const STROKE_WEIGHT = 2
/** Px between the sample points of a line, for its bounding box. */
const SAMPLE = 8

const lineTypes = {
  bezier: 'CURVED',
  smoothstep: 'ELBOWED',
  step: 'ELBOWED',
  straight: 'STRAIGHT',
} as const satisfies Record<LineKind, string>

const magnets = { left: 'LEFT', right: 'RIGHT', top: 'TOP', bottom: 'BOTTOM' } as const satisfies Record<Side, string>

/** Creates the FigJam file of a map at a level of detail. */
export function figmaFile(map: ArchitectureMap, board: Board, detail: FigmaDetail): FigmaFile {
  const leftOut = leftOutOf(detail)
  return {
    name: map.name,
    role: 'viewer',
    lastModified: map.updatedAt,
    editorType: 'figjam',
    version: String(Date.parse(map.updatedAt)),
    schemaVersion: 0,
    components: {},
    componentSets: {},
    styles: {},
    document: {
      id: '0:0',
      name: 'Document',
      type: 'DOCUMENT',
      scrollBehavior: 'SCROLLS',
      children: [
        {
          id: '0:1',
          name: 'Page 1',
          type: 'CANVAS',
          scrollBehavior: 'SCROLLS',
          backgroundColor: rgba(figmaTheme.canvas),
          prototypeStartNodeID: null,
          flowStartingPoints: [],
          prototypeDevice: { type: 'NONE', rotation: 'NONE' },
          children: [sectionOf(map, board, detail)],
        },
      ],
    },
    maps: map,
    ...(leftOut.length > 0 && { leftOut }),
  }
}

function leftOutOf({ hasBoxes, hasLongTexts, hasOwnCards }: FigmaDetail): string[] {
  return [
    ...(hasBoxes ? [] : ['Names and bounding boxes of connectors, and render bounds of shapes']),
    ...(hasLongTexts ? [] : [`Texts beyond ${MAX_SHORT_TEXT} characters`]),
    ...(hasOwnCards ? [] : ['Shapes of endpoints that are no service: connectors end at one shape for all of them']),
  ]
}

function sectionOf(
  map: ArchitectureMap,
  { cards, connectors, zones, description }: Board,
  detail: FigmaDetail,
): SectionNode {
  const areas = zones.map((it) => it.rect)
  const { x, y, width, height } = boundingBox(contentsOf(cards, connectors, areas))
  const padding = SECTION_PADDING
  const box = { x: x - padding, y: y - padding, width: width + 2 * padding, height: height + 2 * padding }
  const firstPlaceholder = cards.find((it) => !it.node)
  const drawn = detail.hasOwnCards ? cards : cards.filter((it) => it.node || it === firstPlaceholder)
  const numbers = new Map(drawn.map((it, index) => [it.id, index + 1]))
  const idOf = (nodeId: string): string => `2:${numbers.get(nodeId) ?? numbers.get(firstPlaceholder?.id ?? '')}`
  const name = description === undefined ? map.name : `${map.name}. ${description}`
  const board = frameOf(SECTION_ID, name, box, SECTION_FILL)
  const sections = zones.map((it, index) => frameOf(`4:${index + 1}`, it.caption, it.rect, zoneFill(it, figmaTheme)))
  /** The section of the innermost zone around a rectangle. */
  const sectionAround = (rect: Rect): SectionNode => sections[areas.findLastIndex((it) => isWithin(rect, it))] ?? board
  for (const [index, section] of sections.entries()) sectionAround(areas[index]!).children.push(section)
  for (const card of drawn) sectionAround(card.rect).children.push(shapeOf(card, idOf(card.id), detail))
  board.children.push(...connectors.map((it, index) => connectorOf(it, `3:${index + 1}`, idOf, detail)))
  return board
}

function frameOf(id: string, name: string, box: Rect, fill: string): SectionNode {
  return {
    id,
    name,
    type: 'SECTION',
    scrollBehavior: 'SCROLLS',
    sectionContentsHidden: false,
    ...boxOf(box, true),
    fills: [solid(fill)],
    strokes: [solid(figmaTheme.cardBorder)],
    strokeWeight: 1,
    strokeAlign: 'INSIDE',
    children: [],
  }
}

function shapeOf(
  { id: nodeId, node, content, rect, accent }: Card,
  id: string,
  detail: FigmaDetail,
): ShapeWithTextNode {
  const isShared = !node && !detail.hasOwnCards
  return {
    id,
    name: textOf(nodeId, detail),
    type: 'SHAPE_WITH_TEXT',
    scrollBehavior: 'SCROLLS',
    ...boxOf(rect, detail.hasBoxes),
    shapeType: 'ROUNDED_RECTANGLE',
    characters: isShared ? 'Not in this map' : textOf(captionOf(node ?? { id: nodeId }, content), detail),
    fills: [solid(node ? figmaTheme.card : figmaTheme.canvas)],
    strokes: [solid(accent)],
    strokeWeight: STROKE_WEIGHT,
    ...(!node && { strokeDashes: [...DASH] }),
    blendMode: 'PASS_THROUGH',
    effects: [],
  }
}

function connectorOf(
  { edge, ends, source, target, sourceColor, path }: Connector,
  id: string,
  idOf: (nodeId: string) => string,
  detail: FigmaDetail,
): ConnectorNode {
  const arrow = edge.arrow ?? edgeDefaults.arrow
  const characters = textOf(oneLine(edge.label ?? ''), detail)
  const box = detail.hasBoxes
    ? boxOf(boundingBox([...verticesOf(path), ...samplesOf(path, SAMPLE)]), true)
    : { absoluteBoundingBox: null, absoluteRenderBounds: null }
  return {
    id,
    name: detail.hasBoxes ? `${edge.source} → ${edge.target}` : '',
    type: 'CONNECTOR',
    scrollBehavior: 'SCROLLS',
    ...box,
    connectorStart: endpoint(idOf(edge.source), source.rect, ends.sourceSide, ends.source),
    connectorEnd: endpoint(idOf(edge.target), target.rect, ends.targetSide, ends.target),
    connectorStartStrokeCap: arrow === 'both' ? 'LINE_ARROW' : 'NONE',
    connectorEndStrokeCap: arrow === 'none' ? 'NONE' : 'LINE_ARROW',
    connectorLineType: lineTypes[edge.line ?? edgeDefaults.line],
    characters,
    ...(characters !== '' && { textBackground: { fills: [solid(SECTION_FILL)], cornerRadius: 4 } }),
    strokes: [solid(sourceColor)],
    strokeWeight: STROKE_WEIGHT,
    ...((edge.dashed ?? edgeDefaults.dashed) && { strokeDashes: [...DASH] }),
    blendMode: 'PASS_THROUGH',
    effects: [],
  }
}

/** The endpoint of a connector: a magnet if the edge meets the middle of a side, else a point of the shape. */
function endpoint(endpointNodeId: string, rect: Rect, side: Side, at: Point): ConnectorEndpoint {
  const middle = pointOnSide(rect, side)
  if (middle.x === at.x && middle.y === at.y) return { endpointNodeId, magnet: magnets[side] }
  return { endpointNodeId, position: { x: round(at.x - rect.x), y: round(at.y - rect.y) } }
}

function textOf(text: string, { hasLongTexts }: FigmaDetail): string {
  return hasLongTexts ? text : truncate(text, MAX_SHORT_TEXT + 1)
}

function boxOf(
  rect: Rect,
  hasRenderBounds: boolean,
): { absoluteBoundingBox: Rectangle; absoluteRenderBounds: Rectangle | null } {
  const { x, y, width, height } = rect
  const box = { x: round(x), y: round(y), width: round(width), height: round(height) }
  return { absoluteBoundingBox: box, absoluteRenderBounds: hasRenderBounds ? box : null }
}

function solid(color: string): SolidPaint {
  return { type: 'SOLID', blendMode: 'NORMAL', color: rgba(color) }
}

/** A colour with channels from 0 to 1, rounded to three decimals. */
function rgba(color: string): Rgba {
  const { r, g, b, a } = parseColor(color) ?? { r: 0, g: 0, b: 0, a: 1 }
  const channel = (value: number): number => Number((value / 255).toFixed(3))
  return { r: channel(r), g: channel(g), b: channel(b), a }
}
