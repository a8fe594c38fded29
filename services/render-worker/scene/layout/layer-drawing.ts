import type { Rect } from '../draw/display-list.ts'
import { farthestTurn } from '../route/layered-route.ts'
import type { Passage } from './box.ts'
import { alignLeft, columnsInBands, columnsOf, extent } from './columns.ts'
import { dotLayout } from './dot.ts'
import { bandOfEach, fold } from './fold.ts'
import { SEPARATION } from './layer-graph.ts'
import { coursesThrough } from './passages.ts'
import { AIR, alongAxis, MAX_BANDS, type Plan, priceOf, rectAlongAxis, separations } from './plan.ts'
import type { Slide } from './slide.ts'
import { fullestColumn, spaceColumns, stretch } from './tighten.ts'

/** Limits of stretching: factor of height, and of the gaps' width. */
const MOST = { stretched: 1.8, widened: 1.5 }

/** How often a drawing is stretched: title and legend may fit into corners that have become free. */
const ROUNDS = 3

/** The share of its size that a drawing loses if all lines turn back beside its layers: readers must follow them around. */
const LOSS_PER_TURN = 0.8

/** A plan, drawn with layers from left to right. */
export interface LayerDrawing {
  plan: Plan
  /** Of all boxes of the plan's graph. */
  rects: Rect[]
  /** The ways of its chains. */
  courses: Pick<Passage, 'gaps' | 'levels'>[]
}

/** The space that boxes and lines take, in the picture's axes. */
export function takenBy({ plan, rects, courses }: LayerDrawing): Rect[] {
  const hops = plan.graph.chains.flatMap(({ boxes }, chain) =>
    boxes.slice(1).map((to, index): Rect => {
      const { turn, ...gap } = courses[chain]!.gaps[index]!
      const ends = [rects[boxes[index]!]!, rects[to]!]
      const lane = { x: turn ? farthestTurn({ turn, ...gap }) : ends[0]!.x, y: ends[0]!.y, width: 0, height: 0 }
      const { left, top, ...size } = extent([...ends, lane])
      return { x: left, y: top, ...size }
    }),
  )
  return hops.map((it) => rectAlongAxis(plan.axis, it))
}

/** The drawing that fits a slide best, over all plans and numbers of bands. */
export async function bestDrawing(plans: readonly Plan[], slide: Slide): Promise<LayerDrawing> {
  let best: LayerDrawing | undefined
  let least = Infinity
  for (const plan of plans) {
    // A plan whose estimate exceeds the best drawing is not drawn.
    if (plan.price > least) continue
    const { graph, axis } = plan
    const rects = await dotLayout({ ...graph, within: SEPARATION, between: separations[axis].between })
    let leastOfPlan = Infinity
    for (let bands = 1; bands <= MAX_BANDS; bands++) {
      const { contents, ...drawing } = inBands(plan, rects, bands, slide)
      const turning = drawing.courses.filter((it) => it.gaps.some((gap) => gap.turn !== undefined)).length
      const price = priceOf(plan, bands, contents, slide) * (1 + (LOSS_PER_TURN * turning) / drawing.courses.length)
      if (price > leastOfPlan) break
      leastOfPlan = price
      if (price >= least) continue
      least = price
      best = drawing
    }
  }
  return best!
}

/** A drawing by Graphviz, tightened, folded, and then stretched towards the shape of a slide. */
function inBands(plan: Plan, rects: readonly Rect[], count: number, slide: Slide): SizedDrawing {
  const { axis, graph } = plan
  const { between } = separations[axis]
  const spaced = spaceColumns(rects, graph.links, between)
  const least = AIR * fullestColumn(spaced, SEPARATION)
  const most = Math.max(least, MOST.stretched * extent(rects).height)
  const gaps = gapsWithin(spaced)
  let [height, widening] = [least, 1]
  let drawing = folded(plan, stretch(spaced, height, SEPARATION), count)
  for (let round = 0; round < ROUNDS; round++) {
    const is = extent(drawing.rects)
    const wanted = alongAxis(axis, slide.fitting(drawing.contents))
    height = Math.min(most, Math.max(height, height + (wanted.height - is.height) / count))
    widening = Math.min(MOST.widened, Math.max(widening, widening + (count * (wanted.width - is.width)) / gaps))
    const widened = spaceColumns(rects, graph.links, between, widening)
    drawing = folded(plan, stretch(widened, height, SEPARATION), count)
  }
  return drawing
}

/** With all its boxes and lines in the picture's own axes. */
type SizedDrawing = LayerDrawing & { contents: Rect[] }

function folded(plan: Plan, rects: readonly Rect[], count: number): SizedDrawing {
  const bands = bandOfEach(rects, count)
  const centred = fold(rects, bands)
  const columns = columnsInBands(centred, bands)
  const courses = coursesThrough(centred, columns, plan.graph.chains, bands)
  const own = alignLeft(centred, columns, plan.graph.cards)
  const contents = [...own, ...turnRooms(courses)].map((it) => rectAlongAxis(plan.axis, it))
  return { plan, rects: own, courses, contents }
}

/** What lines take up that turn back beside their layers. */
function turnRooms(courses: LayerDrawing['courses']): Rect[] {
  const gaps = new Set(courses.flatMap((it) => it.gaps).filter((it) => it.turn !== undefined))
  return [...gaps].map((it) => ({ x: farthestTurn(it), y: 0, width: 0, height: 0 }))
}

/** Px between the columns of a drawing. */
function gapsWithin(rects: readonly Rect[]): number {
  const columns = columnsOf(rects).map((it) => extent(it.map((index) => rects[index]!)).width)
  return extent(rects).width - columns.reduce((sum, it) => sum + it, 0)
}
