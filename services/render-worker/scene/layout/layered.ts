import type { Rect, Size } from '../geometry/rect.ts'
import { type Axis, type Side, sideFacing } from '../geometry/sides.ts'
import { type Box, type LayerGap, type Layout, type Link, pairKey, type Passage } from './box.ts'
import { columnsOf } from './columns.ts'
import { type Cluster, dotLayout } from './dot.ts'
import { bestDrawing, occupiedRects } from './layer-drawing.ts'
import { type Pair, SEPARATION } from './layer-graph.ts'
import { countLayerSteps, layerStepsOf } from './layer-steps.ts'
import { layeredGrid } from './layered-grid.ts'
import { placeBelow } from './place-unpositioned.ts'
import { type LayoutPlan, plansFor, rectAlongAxis, separations } from './plan.ts'
import type { ServiceGroup } from './service-groups.ts'
import type { Slide } from './slide.ts'
import { placeInCorner } from './unlinked.ts'

/**
 * Limits of `dot`, within which it takes about a second of processor time, rarely two. Beyond them it may take minutes, so the linear layout replaces
 * it, which takes milliseconds. The choice depends on the map alone, not on a clock.
 */
const MAX_DOT_BOXES = 1_500
const MAX_DOT_LINKS = 2_000
const MAX_DOT_STEPS = 2_000
/** Comparisons of two links: those of one pass over the layers, for each box. `dot` takes about as many passes as there are boxes. */
const MAX_DOT_COMPARED = 50_000_000
/** Maximum number of gaps between layers that the lines of all edges pass. Each has a part of its own for each of them. */
const MAX_GAPS_PASSED = 50_000
/** Maximum number of boxes, including virtual ones, of a graph with split layers, for which `dot` is far slower. */
const MAX_SPLIT_BOXES = 600
/** Maximum number of boxes of a map for which both axes are tried. */
const MAX_BOTH_AXES = 250
/** Maximum number of drawn plans. The best drawing is used, not the best estimate. */
const MAX_DRAWN_PLANS = 3
/** Maximum total number of boxes of the drawn plans. The first plan is always drawn. */
const MAX_DRAWN_BOXES = 400

/** The axes of a map's flow, unless it must have a certain one. */
export const bothAxes = ['horizontal', 'vertical'] as const satisfies readonly Axis[]

/** Lays out boxes in layers along the links, on one of these axes. A box without links is placed in an empty corner, or below; several, or one beside groups, are in rows below. */
export async function layered(
  boxes: readonly Box[],
  links: readonly Link[],
  slide: Slide,
  groups: readonly ServiceGroup[] = [],
  axes: readonly Axis[] = bothAxes,
): Promise<Layout> {
  const between = uniqueLinks(boxes, [...links, ...linksWithin(groups, links)])
  const linked = new Set(between.flatMap((it) => [it.source, it.target]))
  const connected = boxes.filter((it) => linked.has(it.id))
  const { rects, taken, ...layout } = await layOutConnected(connected, between, slide, groups, axes)
  const placed = new Map(connected.map((it, index) => [it.id, rects[index]!]))
  const unlinked = boxes.filter((it) => !linked.has(it.id))
  // In an empty corner there may be the area of a group.
  const corner = unlinked.length === 1 && groups.length === 0 ? placeInCorner(unlinked[0]!, taken) : undefined
  if (corner) placed.set(unlinked[0]!.id, corner)
  placeBelow(corner ? [] : unlinked, [...placed.values(), ...taken], (id, rect) => placed.set(id, rect))
  return { rects: boxes.map((it) => placed.get(it.id)!), ...layout }
}

/** A layout, and the rectangles around its boxes and lines, if known. */
type LayeredBoxes = Layout & { taken: readonly Rect[] }

async function layOutConnected(
  boxes: readonly Box[],
  links: readonly UniqueLink[],
  slide: Slide,
  groups: readonly ServiceGroup[],
  allowed: readonly Axis[],
): Promise<LayeredBoxes> {
  const plain = { axis: 'horizontal', passages: new Map(), taken: [] } as const
  if (boxes.length === 0) return { rects: [], ...plain }
  if (!isForDot(boxes, links) || !canOrder(boxes, links)) return { rects: layeredGrid(boxes, links), ...plain }
  const numbers = new Map(boxes.map((it, index) => [it.id, index]))
  const pairs = links.map(({ source, target, label, count }): Pair => {
    return { from: numbers.get(source)!, to: numbers.get(target)!, label, count }
  })
  const clusters = clustersOf(groups, numbers)
  const axes = boxes.length <= MAX_BOTH_AXES ? allowed : (['horizontal'] as const)
  const layerings = [await layersOf(boxes, pairs, [])]
  if (clusters.length > 0) layerings.push(await layersOf(boxes, pairs, clusters))
  const plans = plansFor(boxes, pairs, layerings, axes, MAX_SPLIT_BOXES, slide)
  const drawing = await bestDrawing(drawable(plans), slide, clusters)
  const { axis, graph } = drawing.plan
  const passages = drawing.passages.flatMap(({ gaps, waypoints }, index): [string, Passage][] => {
    const ends = graph.chains[index]!.boxes
    if (graph.layers[ends[0]!] === graph.layers[ends.at(-1)!]) return []
    const first = boxes[ends[0]!]!.id
    return [[pairKey(links[index]!), { axis, first, gaps, waypoints, sides: passageSides(axis, gaps) }]]
  })
  const rects = withoutSpacing(drawing.rects.slice(0, boxes.length), boxes, axis)
  return { rects, axis, passages: new Map(passages), taken: occupiedRects(drawing) }
}

/** The first plans, within the limits of drawn plans and boxes. */
function drawable(plans: readonly LayoutPlan[]): LayoutPlan[] {
  let boxes = 0
  return plans.slice(0, MAX_DRAWN_PLANS).filter(({ graph }, index) => {
    boxes += graph.boxes.length
    return index === 0 || boxes <= MAX_DRAWN_BOXES
  })
}

/** Whether graphs of so many boxes and links, in one or in several drawings, are within the limits of `dot`. */
export function isForDot(boxes: readonly Box[], links: readonly Link[]): boolean {
  if (boxes.length > MAX_DOT_BOXES || links.length > MAX_DOT_LINKS) return false
  return countLayerSteps(boxes, links) <= MAX_DOT_STEPS
}

/** Whether `dot` can order the layers of a graph in time, and the lines of its edges can have passages. */
function canOrder(boxes: readonly Box[], links: readonly UniqueLink[]): boolean {
  const steps = layerStepsOf(boxes, links)
  const virtual = steps.reduce((sum, it) => sum + it - 1, 0)
  const compared = neighbouring(links, 'source') + neighbouring(links, 'target')
  if ((boxes.length + virtual) * compared > MAX_DOT_COMPARED) return false
  return links.reduce((sum, { count }, index) => sum + count * steps[index]!, 0) <= MAX_GAPS_PASSED
}

/** Maximum number of pairs of links at two boxes side by side in a layer, where those with the most links are side by side. @param end at which the links meet the boxes */
function neighbouring(links: readonly UniqueLink[], end: 'source' | 'target'): number {
  const linksOf = Map.groupBy(links, (it) => it[end])
  const counts = Array.from(linksOf.values(), (it) => it.length).sort((a, b) => b - a)
  return counts.slice(1).reduce((sum, count, index) => sum + count * counts[index]!, 0)
}

/** The layer of each box, with the minimum total length of links. */
async function layersOf(
  boxes: readonly Size[],
  pairs: readonly Pair[],
  clusters: readonly Cluster[],
): Promise<number[]> {
  const rects = await dotLayout({ boxes, links: pairs, clusters, ...separations.horizontal })
  const layers = boxes.map(() => 0)
  for (const [layer, column] of columnsOf(rects).entries()) for (const box of column) layers[box] = layer
  return layers
}

/** Removes the spacing from the heights of boxes, also that opposite to self loops, and converts them to the picture's axes. */
function withoutSpacing(rects: readonly Rect[], boxes: readonly Box[], axis: Axis): Rect[] {
  const separation = separations[axis].within - SEPARATION
  return rects.map(({ x, y, width, height }, index) => {
    const opposite = boxes[index]!.loops?.extent ?? 0
    // Self loops are above and to the right of a card.
    const before = separation / 2 + (axis === 'vertical' ? opposite : 0)
    return rectAlongAxis(axis, { x, y: Math.round(y + before), width, height: height - separation - opposite })
  })
}

/** The sides at which a passage leaves its first box and enters its last. */
export function passageSides(axis: Axis, gaps: readonly LayerGap[]): [Side, Side] {
  const first = gaps[0]!
  const last = gaps.at(-1)!
  const leaving = first.turnBack ?? first.to - first.from
  const entering = last.turnBack ?? last.from - last.to
  return [sideFacing(axis, leaving > 0), sideFacing(axis, entering > 0)]
}

function clustersOf(groups: readonly ServiceGroup[], numbers: ReadonlyMap<string, number>): Cluster[] {
  return groups.map(({ ids, inner }) => ({
    boxes: ids.map((it) => numbers.get(it)!),
    inner: clustersOf(inner, numbers),
  }))
}

/** Links to services of a group that have none, from another service of the group, so that they are placed beside it. */
function linksWithin(groups: readonly ServiceGroup[], links: readonly Link[]): Link[] {
  const linked = new Set(links.flatMap((it) => (it.source === it.target ? [] : [it.source, it.target])))
  return groups.flatMap(({ ids }) => {
    const source = ids.find((it) => linked.has(it)) ?? ids[0]!
    const lone = ids.filter((it) => it !== source && !linked.has(it))
    for (const id of [source, ...lone]) linked.add(id)
    return lone.map((target) => ({ source, target, label: { width: 0, height: 0 } }))
  })
}

/** The merged links between two boxes. */
type UniqueLink = Link & { count: number }

/** Merges the links of each pair, in both directions, and adds up the sizes of their labels. Omits self loops and links to missing boxes. */
export function uniqueLinks(boxes: readonly Box[], links: readonly Link[]): UniqueLink[] {
  const ids = new Set(boxes.map((it) => it.id))
  const unique = new Map<string, UniqueLink>()
  for (const { source, target, label } of links) {
    if (source === target || !ids.has(source) || !ids.has(target)) continue
    const pair = pairKey({ source, target })
    const first = unique.get(pair)
    if (first) {
      first.label = { width: first.label.width + label.width, height: first.label.height + label.height }
      first.count++
    } else unique.set(pair, { source, target, label, count: 1 })
  }
  return [...unique.values()]
}
