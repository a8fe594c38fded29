import { type Rgba, parseColor } from '@maps/shared/color'
import { type ArchitectureMap, edgeDefaults } from '@maps/shared/map'
import type {
  ConnectorEndpoint,
  ConnectorNode,
  GetFileResponse,
  Rectangle,
  SectionNode,
  ShapeWithTextNode,
  SolidPaint,
} from '@figma/rest-api-spec'
import { oneLine } from '../one-line.ts'
import { captionOf, CARD_RADIUS } from '../scene/card.ts'
import { colorOf, connect, type Connector, DASH } from '../scene/connector.ts'
import type { Point, Rect } from '../scene/display-list.ts'
import { boundsOf } from '../scene/drawing.ts'
import { type LineKind, middleOf, type Side } from '../scene/edge-path.ts'
import type { Measuring } from '../scene/measure.ts'
import { cornersOf, round, samplesOf } from '../scene/path.ts'
import { routeDirectly } from '../scene/route.ts'
import { arrange, type Card } from '../scene/scene.ts'
import { themes } from '../scene/theme.ts'
import type { Renderer } from './renderer.ts'

/** Figma's answer for a FigJam file, and the map itself, so that nothing is lost that FigJam has no word for. */
export type FigmaFile = GetFileResponse & { maps: ArchitectureMap }

const theme = themes.light
const SECTION_PADDING = 80
const SECTION_ID = '1:1'
const SECTION_FILL = '#ffffff'
const STROKE_WEIGHT = 2
/** Px along a line between points that its box is told from. */
const SAMPLE = 8

const lineTypes = {
  bezier: 'CURVED',
  smoothstep: 'ELBOWED',
  step: 'ELBOWED',
  straight: 'STRAIGHT',
} as const satisfies Record<LineKind, string>

const magnets = { left: 'LEFT', right: 'RIGHT', top: 'TOP', bottom: 'BOTTOM' } as const satisfies Record<Side, string>

/**
 * A FigJam file as Figma's REST API would answer it (`GET /v1/files/:key`): a section that holds a shape per node and a connector per edge,
 * the shapes where the picture has its cards. FigJam finds connectors' ways and labels' places itself, as soon as something is
 * moved. Its API takes no such file back, so our FigJam plugin reads it.
 *
 * @param measuring for one map, until the signal is aborted: the same as the picture's, so that cards are as large
 */
export function createFigmaRenderer(measuring: (signal: AbortSignal) => Measuring): Renderer<'figma'> {
  return async ({ map, signal }) => {
    const { cards, edges, axis } = await arrange(map, theme, measuring(signal), signal)
    const connectors = connect(edges, new Map(cards.map((it) => [it.id, it])), axis, routeDirectly)
    return { bytes: Buffer.from(JSON.stringify(fileOf(map, { cards, connectors }))) }
  }
}

/** What is drawn of a map. */
interface Board {
  cards: readonly Card[]
  connectors: readonly Connector[]
}

function fileOf(map: ArchitectureMap, board: Board): FigmaFile {
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
      ...{ id: '0:0', name: 'Document', type: 'DOCUMENT', scrollBehavior: 'SCROLLS' },
      children: [
        {
          ...{ id: '0:1', name: 'Page 1', type: 'CANVAS', scrollBehavior: 'SCROLLS' },
          backgroundColor: rgba(theme.canvas),
          prototypeStartNodeID: null,
          flowStartingPoints: [],
          prototypeDevice: { type: 'NONE', rotation: 'NONE' },
          children: [sectionOf(map, board)],
        },
      ],
    },
    maps: map,
  }
}

function sectionOf(map: ArchitectureMap, { cards, connectors }: Board): SectionNode {
  const { x, y, width, height } = boundsOf(cards, connectors)
  const padding = SECTION_PADDING
  const box = { x: x - padding, y: y - padding, width: width + 2 * padding, height: height + 2 * padding }
  const shapeIds = new Map(cards.map((it, index) => [it.id, `2:${index + 1}`]))
  return {
    ...{ id: SECTION_ID, name: map.name, type: 'SECTION', scrollBehavior: 'SCROLLS', sectionContentsHidden: false },
    ...boxOf(box),
    fills: [solid(SECTION_FILL)],
    strokes: [solid(theme.cardBorder)],
    strokeWeight: 1,
    strokeAlign: 'INSIDE',
    children: [
      ...cards.map((it) => shapeOf(it, shapeIds)),
      ...connectors.map((it, index) => connectorOf(it, `3:${index + 1}`, shapeIds)),
    ],
  }
}

function shapeOf(card: Card, ids: ReadonlyMap<string, string>): ShapeWithTextNode {
  const { id, node, face, rect, accent } = card
  return {
    ...{ id: ids.get(id) ?? id, name: id, type: 'SHAPE_WITH_TEXT', scrollBehavior: 'SCROLLS' },
    ...boxOf(rect),
    shapeType: 'ROUNDED_RECTANGLE',
    cornerRadius: CARD_RADIUS,
    characters: captionOf(id, node, face),
    fills: [solid(node ? theme.card : theme.canvas)],
    strokes: [solid(accent)],
    strokeWeight: STROKE_WEIGHT,
    strokeAlign: 'INSIDE',
    ...(!node && { strokeDashes: [...DASH] }),
    blendMode: 'PASS_THROUGH',
    effects: [],
  }
}

function connectorOf(connector: Connector, id: string, ids: ReadonlyMap<string, string>): ConnectorNode {
  const { edge, ends, source, target, sourceColor, path } = connector
  const arrow = edge.arrow ?? edgeDefaults.arrow
  return {
    ...{ id, name: `${edge.source} → ${edge.target}`, type: 'CONNECTOR', scrollBehavior: 'SCROLLS' },
    ...boxOf(hullOf([...cornersOf(path), ...samplesOf(path, SAMPLE)])),
    connectorStart: endpoint(ids.get(edge.source), source.rect, ends.sourceSide, ends.source),
    connectorEnd: endpoint(ids.get(edge.target), target.rect, ends.targetSide, ends.target),
    connectorStartStrokeCap: arrow === 'both' ? 'LINE_ARROW' : 'NONE',
    connectorEndStrokeCap: arrow === 'none' ? 'NONE' : 'LINE_ARROW',
    connectorLineType: lineTypes[edge.line ?? edgeDefaults.line],
    characters: oneLine(edge.label ?? ''),
    textBackground: { fills: [solid(SECTION_FILL)], cornerRadius: 4 },
    strokes: [solid(colorOf(edge.color) ?? sourceColor)],
    strokeWeight: STROKE_WEIGHT,
    ...((edge.dashed ?? edgeDefaults.dashed) && { strokeDashes: [...DASH] }),
    blendMode: 'PASS_THROUGH',
    effects: [],
  }
}

/** A magnet where the edge meets the middle of a side; a point on the shape where edges fan out. */
function endpoint(endpointNodeId = '', rect: Rect, side: Side, at: Point): ConnectorEndpoint {
  const middle = middleOf(rect, side, 0)
  if (middle.x === at.x && middle.y === at.y) return { endpointNodeId, magnet: magnets[side] }
  return { endpointNodeId, position: { x: round(at.x - rect.x), y: round(at.y - rect.y) } }
}

function boxOf({ x, y, width, height }: Rect): { absoluteBoundingBox: Rectangle; absoluteRenderBounds: Rectangle } {
  const box = { x: round(x), y: round(y), width: round(width), height: round(height) }
  return { absoluteBoundingBox: box, absoluteRenderBounds: box }
}

function hullOf(points: readonly Point[]): Rect {
  const [xs, ys] = [points.map((it) => it.x), points.map((it) => it.y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

function solid(color: string): SolidPaint {
  return { type: 'SOLID', blendMode: 'NORMAL', color: rgba(color) }
}

/** Channels from 0 to 1. */
function rgba(color: string): Rgba {
  const { r, g, b, a } = parseColor(color) ?? { r: 0, g: 0, b: 0, a: 1 }
  const channel = (value: number): number => Number((value / 255).toFixed(4))
  return { r: channel(r), g: channel(g), b: channel(b), a }
}
