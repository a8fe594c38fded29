import type { ArchitectureMap, MapNode } from '@maps/shared/map'
import { formatMoney, type MoneyFormat } from '@maps/shared/money'
import { type CardFace, faceOf } from './draw/card.ts'
import {
  connect,
  type Connector,
  CROWD,
  inColors,
  type LabelFonts,
  type LabelledEdge,
  labelOf,
} from './draw/connector.ts'
import type { Point, Rect } from './draw/display-list.ts'
import { loopExtent } from './route/self-loop.ts'
import { placeDots } from './draw/flow-dots.ts'
import { type Frame, frameOf } from './draw/frame.ts'
import { placeLabels } from './draw/label-places.ts'
import type { Box, Layout, Link } from './layout/box.ts'
import { layOut } from './layout/layout.ts'
import { SLIDE_WIDTH } from './layout/slide.ts'
import type { WithMeasure } from './text/measure.ts'
import { routeAllDirectly, routeAround } from './route/route.ts'
import type { Measure } from './text/text.ts'
import type { Theme } from './draw/theme.ts'
import { type Legend, legendSize, legendOf } from './draw/legend.ts'
import { type Appearances, appearancesOf } from './technology/appearance.ts'

/** A node in the picture, or the stand-in for one that an edge names but the map does not have. */
export interface Card {
  id: string
  node: MapNode | undefined
  face: CardFace
  rect: Rect
  accent: string
}

/** A map with positioned cards and unrouted edges. */
export interface Arrangement {
  cards: Card[]
  edges: LabelledEdge[]
  /** Flow direction and passages, if the layout chose the positions. */
  layout: Pick<Layout, 'axis' | 'passages'>
  frame: Frame
  legend: Legend
}

/** A map with everything in its place: what all drawings of it share. */
export interface Scene {
  cards: Card[]
  connectors: Connector[]
  labelRects: ReadonlyMap<Connector, Rect>
  /** Positions of flow dots, by their lines. */
  dots: ReadonlyMap<Connector, Point>
  frame: Frame
  legend: Legend
}

interface Texts {
  faces: { id: string; node: MapNode | undefined; face: CardFace }[]
  edges: LabelledEdge[]
  frame: Frame
  legend: Legend
}

/** Options of a scene. */
export interface SceneOptions {
  /** Whether cards show the icons of their technologies. */
  icons: boolean
  labels: LabelFonts
  /** How costs are written; in full where it is not set. */
  money?: MoneyFormat
}

const defaultOptions: SceneOptions = { icons: true, labels: 'own' }

/** Places and styles a map. The same map, theme, options and widths make the same scene. */
export async function buildScene(
  map: ArchitectureMap,
  theme: Theme,
  measuring: WithMeasure,
  options: SceneOptions = defaultOptions,
): Promise<Scene> {
  const { cards, edges, layout, frame, legend } = await arrange(map, theme, measuring, options)
  const rects = cards.map((it) => it.rect)
  const route = edges.length > CROWD ? routeAllDirectly : routeAround(rects)
  const connectors = connect(edges, new Map(cards.map((it) => [it.id, it])), layout, route, theme.canvas)
  const labelRects = placeLabels(connectors, rects)
  const dots = placeDots(connectors, [...rects, ...labelRects.values()])
  return { cards, connectors, labelRects, dots, frame, legend }
}

/** The scene of the same map in the colours of another theme: everything stays in its place. */
export function inTheme(scene: Scene, map: ArchitectureMap, theme: Theme): Scene {
  const cards = inAccents(scene.cards, appearancesOf(map.nodes, theme), theme)
  const stops = new Map(cards.map((it) => [it.id, it]))
  const connectors = inColors(
    scene.connectors.map((it) => ({ ...it, source: stops.get(it.edge.source)!, target: stops.get(it.edge.target)! })),
    theme.canvas,
  )
  const recolored = new Map(scene.connectors.map((it, index) => [it, connectors[index]!]))
  const moved = <Place>(places: ReadonlyMap<Connector, Place>): Map<Connector, Place> =>
    new Map([...places].map(([it, place]) => [recolored.get(it)!, place]))
  return { ...scene, cards, connectors, labelRects: moved(scene.labelRects), dots: moved(scene.dots) }
}

/** Positions and styles a map's cards. */
export async function arrange(
  map: ArchitectureMap,
  theme: Theme,
  measuring: WithMeasure,
  options: SceneOptions = defaultOptions,
): Promise<Arrangement> {
  const appearances = appearancesOf(map.nodes, theme)
  const { faces, edges, frame, legend } = await measuring((measure) => setTexts(map, appearances, options, measure))
  const loops = loopRooms(map)
  const boxes = faces.map(({ id, node, face }): Box => {
    const room = loops.get(id) ?? 0
    const at = placeOf(node)
    return { id, width: face.width + room, height: face.height + room, at: at && { x: at.x, y: at.y - room } }
  })
  const { rects, ...layout } = await layOut(boxes, edges.map(linkOf), {
    title: frame,
    legend: legendSize(legend, SLIDE_WIDTH),
  })
  const placed = faces.map((it, index) => ({ ...it, rect: cardWithin(rects[index], it.face) }))
  return { cards: inAccents(placed, appearances, theme), edges, layout, frame, legend }
}

/** Gives cards the colours of what their services are. */
function inAccents(cards: readonly Omit<Card, 'accent'>[], { nodes }: Appearances, theme: Theme): Card[] {
  return cards.map((it, index) => ({ ...it, accent: nodes[index]?.color ?? theme.ghostBorder }))
}

/** By node id, the room above and right of a card that its edges to itself take up. */
function loopRooms({ edges }: ArchitectureMap): Map<string, number> {
  const loops = Map.groupBy(
    edges.filter((it) => it.source === it.target),
    (it) => it.source,
  )
  return new Map([...loops].map(([id, own]) => [id, loopExtent(own.length)]))
}

/** A card stands at the lower left of its box. */
function cardWithin(box: Rect | undefined, { width, height }: CardFace): Rect {
  return { x: box?.x ?? 0, y: box ? box.y + box.height - height : 0, width, height }
}

function setTexts(
  map: ArchitectureMap,
  { nodes, roles }: Appearances,
  { icons, labels, money = formatMoney }: SceneOptions,
  measure: Measure,
): Texts {
  const isCrowd = map.edges.length > CROWD
  const ghosts = missingIds(map).map((id) => ({ id, node: undefined, face: faceOf({ id }, undefined, measure, money) }))
  const faces = map.nodes.map((node, index) => {
    const icon = icons ? nodes[index]?.icon : undefined
    return { id: node.id, node, face: faceOf(node, icon, measure, money) }
  })
  return {
    faces: [...faces, ...ghosts],
    edges: map.edges.map((edge) => ({ edge, label: labelOf(edge, labels, isCrowd, measure) })),
    frame: frameOf(map, measure, money),
    legend: legendOf(roles, measure),
  }
}

/** Ids that edges name and no node has, in the order of their first mention. */
function missingIds({ nodes, edges }: ArchitectureMap): string[] {
  const ids = new Set(nodes.map((it) => it.id))
  const named = edges.flatMap((it) => [it.source, it.target])
  return [...new Set(named.filter((it) => !ids.has(it)))]
}

function placeOf(node: MapNode | undefined): Point | undefined {
  return node?.x === undefined || node.y === undefined ? undefined : { x: node.x, y: node.y }
}

function linkOf({ edge, label }: Texts['edges'][number]): Link {
  return { source: edge.source, target: edge.target, label: { width: label?.width ?? 0, height: label?.height ?? 0 } }
}
