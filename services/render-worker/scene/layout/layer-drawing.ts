import { boundingBox, doOverlap, inflate, type Rect } from '../geometry/rect.ts'
import type { LayerPassage } from './box.ts'
import { fullestColumn, spaceColumns, stretch } from './column-spacing.ts'
import { alignLeft, columnsInBands, columnsOf } from './columns.ts'
import { type Cluster, CLUSTER_MARGIN, dotLayout } from './dot.ts'
import { bandOfEach, fold } from './fold.ts'
import { farthestTurn } from './lanes.ts'
import { countCrossings } from './layer-crossings.ts'
import { type LayerGraph, SEPARATION } from './layer-graph.ts'
import { passagesThrough } from './passages.ts'
import { alongAxis, costOf, MAX_BANDS, type LayoutPlan, rectAlongAxis, separations } from './plan.ts'
import type { Slide } from './slide.ts'

/** Maximum factors by which the height of a drawing and the width of its gaps grow. */
const MAX_STRETCH = 1.8
const MAX_WIDENING = 1.5

/** Factor of one step by which a drawing with clusters is compressed. */
const COMPRESSION = 0.9

/** Number of times that a drawing is stretched. Each time, title and legend may fit into corners that have become empty. */
const ROUNDS = 3

/** Share by which the cost of a drawing grows if all its lines make a U-turn beside its layers, which is hard to follow. */
const LOSS_PER_TURN = 0.8
/** Share by which the cost of a drawing grows for each crossing per line. */
const LOSS_PER_CROSSING = 0.4

/** The drawing of a plan, with layers from left to right. */
export interface LayerDrawing {
  plan: LayoutPlan
  /** Rectangles of all boxes of the plan's graph. */
  rects: Rect[]
  /** Passages of the chains of the graph. */
  passages: LayerPassage[]
}

/** Bounding boxes of each part of a line and the boxes at its ends, in the picture's axes. */
export function occupiedRects({ plan, rects, passages }: LayerDrawing): Rect[] {
  const hops = plan.graph.chains.flatMap(({ boxes }, chain) =>
    boxes.slice(1).map((to, index): Rect => {
      const from = rects[boxes[index]!]!
      const gap = passages[chain]!.gaps[index]!
      const lane = gap.turnBack ? { x: farthestTurn(gap), y: from.y } : from
      return boundingBox([from, rects[to]!, lane])
    }),
  )
  return hops.map((it) => rectAlongAxis(plan.axis, it))
}

/** Finds the drawing that fits a slide best, among all plans and numbers of bands. */
export async function bestDrawing(
  plans: readonly LayoutPlan[],
  slide: Slide,
  clusters: readonly Cluster[],
): Promise<LayerDrawing> {
  let best: LayerDrawing | undefined
  let least = Infinity
  for (const plan of plans) {
    // A plan whose estimate exceeds the best drawing is not drawn.
    if (plan.cost > least) continue
    const { graph, axis } = plan
    const complete = clusters.map((it) => withVirtualBoxes(it, graph))
    const { between } = separations[axis]
    const rects = await dotLayout({ ...graph, within: SEPARATION, between, clusters: complete })
    const minHeight = leastHeight(rects, spaceColumns(rects, graph.links, between), complete)
    const crossings = countCrossings(graph, rects)
    let leastOfPlan = Infinity
    for (let bands = 1; bands <= MAX_BANDS; bands++) {
      const { contents, ...drawing } = inBands(plan, rects, minHeight, bands, slide, complete)
      const turning = drawing.passages.filter((it) => it.gaps.some((gap) => gap.turnBack !== undefined)).length
      const loss = (LOSS_PER_TURN * turning + LOSS_PER_CROSSING * crossings) / drawing.passages.length
      const cost = costOf(plan, bands, contents, slide) * (1 + loss)
      if (cost > leastOfPlan) break
      leastOfPlan = cost
      if (cost >= least) continue
      least = cost
      best = drawing
    }
  }
  return best!
}

/** Adds the virtual boxes between the boxes of a cluster. */
function withVirtualBoxes({ boxes, inner }: Cluster, graph: LayerGraph): Cluster {
  const own = new Set(boxes)
  const chains = graph.chains.filter((it) => own.has(it.boxes[0]!) && own.has(it.boxes.at(-1)!))
  const virtual = chains.flatMap((it) => it.boxes.slice(1, -1))
  return { boxes: [...boxes, ...virtual], inner: inner.map((it) => withVirtualBoxes(it, graph)) }
}

/** The height to which a drawing can be compressed so that clusters stay in one piece. At its own height, they are. */
function leastHeight(rects: readonly Rect[], spaced: readonly Rect[], clusters: readonly Cluster[]): number {
  const least = fullestColumn(spaced, SEPARATION)
  if (clusters.length === 0) return least
  let height = boundingBox(rects).height
  for (let next = height * COMPRESSION; next >= least; next *= COMPRESSION) {
    if (!areIntact(clusters, stretch(spaced, next, SEPARATION))) break
    height = next
  }
  return height
}

/** Whether no cluster surrounds another box or overlaps another cluster. */
function areIntact(clusters: readonly Cluster[], rects: readonly Rect[]): boolean {
  const areas = clusters.map(({ boxes }) => inflate(boundingBox(boxes.map((it) => rects[it]!)), CLUSTER_MARGIN))
  return clusters.every(({ boxes, inner }, index) => {
    const own = new Set(boxes)
    const others = [...rects.filter((_, box) => !own.has(box)), ...areas.toSpliced(index, 1)]
    return areIntact(inner, rects) && !others.some((it) => doOverlap(it, areas[index]!))
  })
}

/** Compacts and folds a drawing of Graphviz, then stretches it towards the aspect ratio of a slide. @param least height to which it may be compressed */
function inBands(
  plan: LayoutPlan,
  rects: readonly Rect[],
  least: number,
  count: number,
  slide: Slide,
  clusters: readonly Cluster[],
): SizedDrawing {
  const { axis, graph } = plan
  const { between } = separations[axis]
  const spaced = spaceColumns(rects, graph.links, between)
  const most = Math.max(least, MAX_STRETCH * boundingBox(rects).height)
  const gaps = gapsWithin(spaced)
  let height = least
  let widening = 1
  let drawing = folded(plan, stretch(spaced, height, SEPARATION), count, clusters)
  for (let round = 0; round < ROUNDS; round++) {
    const size = boundingBox(drawing.rects)
    const wanted = alongAxis(axis, slide.fitting(drawing.contents))
    height = Math.min(most, Math.max(height, height + (wanted.height - size.height) / count))
    widening = Math.min(MAX_WIDENING, Math.max(widening, widening + (count * (wanted.width - size.width)) / gaps))
    const widened = spaceColumns(rects, graph.links, between, widening)
    drawing = folded(plan, stretch(widened, height, SEPARATION), count, clusters)
  }
  return drawing
}

/** A drawing, with its boxes and the outermost points of its lines in the picture's axes. */
type SizedDrawing = LayerDrawing & { contents: Rect[] }

function folded(plan: LayoutPlan, rects: readonly Rect[], count: number, clusters: readonly Cluster[]): SizedDrawing {
  const bands = bandOfEach(rects, count, clusters)
  const centred = fold(rects, bands)
  const columns = columnsInBands(centred, bands)
  const passages = passagesThrough(centred, columns, plan.graph.chains, bands)
  const aligned = alignLeft(centred, columns, plan.graph.cards)
  const contents = [...aligned, ...turnBackPoints(passages)].map((it) => rectAlongAxis(plan.axis, it))
  return { plan, rects: aligned, passages, contents }
}

/** The outermost points of the lines that make a U-turn beside their layers. */
function turnBackPoints(passages: readonly LayerPassage[]): Rect[] {
  const gaps = new Set(passages.flatMap((it) => it.gaps).filter((it) => it.turnBack !== undefined))
  return [...gaps].map((it) => ({ x: farthestTurn(it), y: 0, width: 0, height: 0 }))
}

/** Total px between the columns of a drawing. */
function gapsWithin(rects: readonly Rect[]): number {
  const columns = columnsOf(rects).map((it) => boundingBox(it.map((index) => rects[index]!)).width)
  return boundingBox(rects).width - columns.reduce((sum, it) => sum + it, 0)
}
