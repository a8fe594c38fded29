import { type ArchitectureMap, type MapNode, positionOf } from '@maps/shared/map'
import { byCurrency, costsOf, totals } from '@maps/shared/costs'
import { formatMoney, type MoneyFormat } from '@maps/shared/money'
import type { MapView } from '@maps/shared/view/view'
import type { ComparedMaps } from './compared-maps.ts'
import { type Appearances, appearancesOf } from './draw/appearance.ts'
import { attachedStoresOf } from './draw/attached-stores.ts'
import { type Card, type CardContent, cardContentOf, type MeasuredCard } from './draw/card.ts'
import { connect, type Connector, CROWDED_EDGES, withColors } from './draw/connector.ts'
import { badgeRect } from './draw/compared-card.ts'
import { costSharesOf } from './draw/cost-bar.ts'
import type { Scene } from './draw/drawing.ts'
import { type LabelFonts, type LabelledEdge, labelOf } from './draw/edge-label.ts'
import { placeDots } from './draw/flow-dots.ts'
import { placeLabels } from './draw/label-places.ts'
import { captionRect, type ColoredGroup, moveCaptions, type Zone, zonesOf } from './draw/zones.ts'
import { type Legend, legendOf, legendSize, roleTexts } from './draw/legend.ts'
import { marksOf } from './draw/marks.ts'
import { sharedServicesOf } from './draw/shared-services.ts'
import { stubHeight, withStubs } from './draw/stubs.ts'
import type { Theme } from './draw/theme.ts'
import { type TitleBlock, titleBlockOf, type TitleTexts, titleTextsOf } from './draw/title-block.ts'
import { type Box, boxAround, cardWithin, type Layout, type Link, type SelfLoops } from './layout/box.ts'
import { groupsByPrefix, MIN_GROUP } from './layout/service-groups.ts'
import { layOut } from './layout/layout.ts'
import { layOutOnBase } from './layout/lay-out-on-base.ts'
import type { CornerTexts } from './layout/overhang.ts'
import type { Pin } from './layout/pin.ts'
import { SLIDE_WIDTH } from './layout/slide.ts'
import { routeAllDirectly, routeAround } from './route/route.ts'
import { loopExtent } from './route/self-loop.ts'
import type { WithMeasure } from './text/measure.ts'
import type { Measure } from './text/text.ts'

/** A map with positioned cards and unrouted edges. */
export interface Arrangement {
  cards: Card[]
  edges: LabelledEdge[]
  /** Flow direction and passages, if the layout chose the positions. */
  layout: Pick<Layout, 'axis' | 'passages'>
  zones: Zone[]
  titleBlock: TitleBlock
  legend: Legend
}

/** All texts of a map, wrapped and measured. */
interface Texts {
  cards: MeasuredCard[]
  edges: LabelledEdge[]
  groups: ColoredGroup[]
  titleBlock: TitleBlock
  legend: Legend
  /** Owners of attached stores, by the ids of the stores. */
  owners: ReadonlyMap<string, string>
}

/** What a scene shows of its map, and in which form. */
export interface SceneOptions {
  /** Whether cards show the icons of their technologies. */
  icons: boolean
  /** Whether edge labels have the fonts that the map names, or the sans face. */
  labels: LabelFonts
  /** What the services of a zone share: a prefix of their ids, or their role. */
  groups: 'none' | 'prefix' | 'role'
  /** Number of callers from which a service that calls none is a mark on the cards of its callers, instead of lines. Default: none. */
  chips?: number | undefined
  /** Whether cards also show costs as bars, and the legend their sums. A map without costs has none. */
  costs: 'amounts' | 'bars' | 'none'
  /** Format of costs. Default: in full. */
  money?: MoneyFormat
  /** The pinned layout, for services that the map does not place. */
  pin?: Pin | undefined
  /** The comparison that the map is part of, and the texts above it. Default: none. */
  comparison?: (ComparedMaps & { title: TitleTexts }) | undefined
  /** Set if the map is only a part of another one. */
  view?: MapView | undefined
}

/** The options of a scene without options. */
export const defaultOptions: SceneOptions = { icons: true, labels: 'own', groups: 'none', costs: 'amounts' }

/** Lays out and styles a map. Equal maps, themes, options and widths of texts result in equal scenes. */
export async function buildScene(
  map: ArchitectureMap,
  theme: Theme,
  withMeasure: WithMeasure,
  options: SceneOptions = defaultOptions,
): Promise<Scene> {
  const { cards, edges, layout, zones: unmoved, ...further } = await arrange(map, theme, withMeasure, options)
  const rects = cards.map((it) => it.rect)
  const taken = cards.map((it) => withStubs(it.rect, it.content.stubs))
  const outer = unmoved.filter((it) => it.level === 0).map((it) => it.rect)
  const route = edges.length > CROWDED_EDGES ? routeAllDirectly : routeAround(rects, outer)
  const connectors = connect(edges, new Map(cards.map((it) => [it.id, it])), layout, route, theme.canvas)
  const changes = options.comparison?.changes
  const badges = cards.filter((it) => changes?.has(it.id)).map((it) => badgeRect(it.rect))
  const zones = moveCaptions(unmoved, connectors)
  const labelRects = placeLabels(connectors, [...taken, ...badges, ...zones.map(captionRect)])
  const dots = placeDots(connectors, [...taken, ...labelRects.values()])
  const emptyText = options.view ? 'None in this view' : 'No services yet'
  return { cards, connectors, zones, labelRects, dots, changes, emptyText, ...further }
}

/** The scene in the colours of another theme. All positions stay. */
export function recolorScene(scene: Scene, theme: Theme): Scene {
  const cards = withAccents(scene.cards, theme)
  const endpoints = new Map(cards.map((it) => [it.id, it]))
  const reconnected = scene.connectors.map((connector) => {
    const { source, target } = connector.edge
    return { ...connector, source: endpoints.get(source)!, target: endpoints.get(target)! }
  })
  const connectors = withColors(reconnected, theme.canvas)
  const recolored = new Map(scene.connectors.map((it, index) => [it, connectors[index]!]))
  const rekeyed = <Place>(places: ReadonlyMap<Connector, Place>): Map<Connector, Place> =>
    new Map([...places].map(([it, place]) => [recolored.get(it)!, place]))
  return { ...scene, cards, connectors, labelRects: rekeyed(scene.labelRects), dots: rekeyed(scene.dots) }
}

/** Positions and styles a map's cards. */
export async function arrange(
  map: ArchitectureMap,
  theme: Theme,
  withMeasure: WithMeasure,
  options: SceneOptions = defaultOptions,
): Promise<Arrangement> {
  const appearances = appearancesOf(map.nodes, options.view?.members)
  const texts = await withMeasure((measure) => layOutTexts(map, appearances, options, measure))
  const { edges, groups, titleBlock, legend } = texts
  const boxes = boxesOf(texts, map, options.pin?.places)
  const links = edges.map(linkOf)
  const { rects, ...layout } = await (options.comparison
    ? layOutComparison(boxes, links, withMeasure, options, options.comparison)
    : layOut(boxes, links, cornersOf(texts), groups, options.pin?.lines))
  const placed = texts.cards.map((it, index) => ({ ...it, rect: cardWithin(rects[index]!, boxes[index]!) }))
  const cards = withAccents(placed, theme)
  const zones = groups.length > 0 ? await withMeasure((measure) => zonesOf(groups, cards, measure)) : []
  return { cards, edges, layout, zones, titleBlock, legend }
}

/** Places the boxes of two maps on the layout of the older one, which is that of its own picture. */
async function layOutComparison(
  boxes: readonly Box[],
  links: readonly Link[],
  withMeasure: WithMeasure,
  options: SceneOptions,
  { base, changes }: ComparedMaps,
): Promise<Layout> {
  const alone = { ...options, comparison: undefined }
  const appearances = appearancesOf(base.nodes)
  const texts = await withMeasure((measure) => layOutTexts(base, appearances, alone, measure))
  const own = boxesOf(texts, base, options.pin?.places)
  const isRemoved = ({ id }: Box): boolean => changes.get(id) === 'removed'
  return layOutOnBase(
    boxes,
    links,
    { boxes: own, links: texts.edges.map(linkOf), corners: cornersOf(texts), lines: options.pin?.lines },
    isRemoved,
  )
}

function cornersOf({ titleBlock, legend }: Pick<Texts, 'titleBlock' | 'legend'>): CornerTexts {
  return { title: titleBlock, legend: legendSize(legend, SLIDE_WIDTH) }
}

/** The boxes of cards, with the space for their self loops and stubs. */
function boxesOf(
  { cards, owners }: Pick<Texts, 'cards' | 'owners'>,
  map: ArchitectureMap,
  places: Pin['places'] | undefined,
): Box[] {
  const loopsOf = selfLoopsOf(map)
  return cards.map(({ id, node, content: { width, height, stubs, marksHeight } }) => {
    const loops = loopsOf.get(id)
    const extent = loops?.extent ?? 0
    const below = stubHeight(stubs)
    const at = node && positionOf(node)
    const pin = places?.get(id)
    return {
      id,
      width: width + extent,
      height: extent + height + below,
      at: at && { x: at.x, y: at.y - extent },
      pin: pin && boxAround({ width, height, ...pin }, { loops, below }),
      owner: owners.get(id),
      loops,
      below,
      marks: marksHeight,
    }
  })
}

/** Colours cards by the roles of their services. */
function withAccents(cards: readonly Omit<Card, 'accent'>[], theme: Theme): Card[] {
  return cards.map((it) => ({ ...it, accent: it.role ? theme.roles[it.role] : theme.placeholderBorder }))
}

/** The self loops of cards, by node id. */
function selfLoopsOf({ edges }: ArchitectureMap): Map<string, SelfLoops> {
  const loops = Map.groupBy(
    edges.filter((it) => it.source === it.target),
    (it) => it.source,
  )
  return new Map([...loops].map(([id, { length: count }]) => [id, { count, extent: loopExtent(count) }]))
}

function layOutTexts(
  map: ArchitectureMap,
  { nodes, roles }: Appearances,
  { icons, labels, groups, chips, costs, money = formatMoney, pin, view, comparison }: SceneOptions,
  measure: Measure,
): Texts {
  const shownIcons = nodes.map((it) => (icons ? it.icon : undefined))
  const { callers, calls, edges } = sharedServicesOf(map, shownIcons, chips)
  const owners = groups === 'none' ? ownersOf(comparison?.base, { nodes: map.nodes, edges }, nodes, view) : new Map()
  const isCrowd = edges.length > CROWDED_EDGES
  const hasBars = costs === 'bars'
  const shareOf = hasBars ? costSharesOf(map.nodes) : undefined
  const cards = map.nodes.map((node, index) => {
    const { id } = node
    const leaving = view?.leaving.get(id)
    const marks = { costShare: shareOf?.(node), callers: callers.get(id), calls: calls.get(id), leaving }
    const earlier = comparison?.earlier.get(id)
    const contentOf = (isSmall: boolean): CardContent =>
      cardContentOf(node, shownIcons[index], measure, money, { ...marks, earlier }, isSmall)
    const usual = contentOf(owners.has(id))
    // A store that was attached when it was pinned stays as small, so that nothing else moves.
    const { role } = nodes[index]!
    const pinnedHeight = role === 'store' ? pin?.places.get(id)?.height : undefined
    const isCut = pinnedHeight !== undefined && pinnedHeight < usual.height
    return { id, node, role, content: isCut ? contentOf(true) : usual }
  })
  const placeholders = missingIds(map).map((id) => {
    const marks = { calls: calls.get(id), leaving: view?.leaving.get(id) }
    return { id, node: undefined, role: undefined, content: cardContentOf({ id }, undefined, measure, money, marks) }
  })
  return {
    cards: [...cards, ...placeholders],
    owners,
    edges: edges.map((edge) => {
      return { edge, label: labelOf(edge, labels, isCrowd, measure, comparison?.changes.get(edge)) }
    }),
    groups: groupsOf(map.nodes, nodes, groups),
    titleBlock: titleBlockOf(comparison?.title ?? titleTextsOf(map, money, view?.description), measure),
    legend: legendOf(roles, measure, {
      sums: hasBars ? sumsByRole(map.nodes, nodes, money) : undefined,
      leastCallers: callers.size > 0 ? chips : undefined,
      changes: comparison && marksOf(comparison.changes),
      hasBarsOfCurrencies: hasBars && byCurrency(costsOf(map.nodes)).length > 1,
    }),
  }
}

/** The owners of attached stores; in a comparison, those of the older map. */
function ownersOf(
  base: ArchitectureMap | undefined,
  drawn: Parameters<typeof attachedStoresOf>[0],
  appearances: Appearances['nodes'],
  view: MapView | undefined,
): Map<string, string> {
  if (base) return attachedStoresOf(base, appearancesOf(base.nodes).nodes)
  return attachedStoresOf(drawn, appearances, view?.leaving)
}

/** The groups of services that have a prefix or a role in common. */
function groupsOf(
  nodes: readonly MapNode[],
  appearances: Appearances['nodes'],
  by: SceneOptions['groups'],
): ColoredGroup[] {
  if (by === 'prefix') return groupsByPrefix(nodes.map((it) => it.id))
  if (by === 'none') return []
  const groups = Map.groupBy(nodes, (_, index) => appearances[index]!.role)
  return [...groups].flatMap(([role, own]) => {
    if (role === 'other' || own.length < MIN_GROUP) return []
    return { caption: roleTexts[role], ids: own.map((it) => it.id), inner: [], role }
  })
}

/** Costs of the services of each role, as text. */
function sumsByRole(nodes: readonly MapNode[], appearances: Appearances['nodes'], money: MoneyFormat) {
  const groups = Map.groupBy(nodes, (_, index) => appearances[index]!.role)
  return new Map(Array.from(groups, ([role, own]) => [role, totals(own, money)]))
}

/** Ids of edges without a node, in the order of their first edge. */
function missingIds({ nodes, edges }: ArchitectureMap): string[] {
  const ids = new Set(nodes.map((it) => it.id))
  const named = edges.flatMap((it) => [it.source, it.target])
  return [...new Set(named.filter((it) => !ids.has(it)))]
}

function linkOf({ edge, label }: LabelledEdge): Link {
  return { source: edge.source, target: edge.target, label: { width: label?.width ?? 0, height: label?.height ?? 0 } }
}
