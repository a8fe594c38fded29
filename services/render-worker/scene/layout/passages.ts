import { boundingBox, type Rect } from '../geometry/rect.ts'
import type { LayerGap, LayerPassage, Waypoint } from './box.ts'
import type { Chain } from './layer-graph.ts'
import { BAND_GAP } from './plan.ts'

/** Px that a passage may move outwards beyond all boxes, so that it keeps away from the next band of a folded drawing. */
const OUTSIDE = BAND_GAP / 2

/**
 * Computes the passages of chains of boxes through the columns of a drawing.
 *
 * @param columns the boxes of each column, by index: see `columnsInBands`
 * @param chains boxes in adjacent columns, by index, and the number of their edges
 * @param bands band of each box, in a folded drawing
 */
export function passagesThrough(
  rects: readonly Rect[],
  columns: readonly number[][],
  chains: readonly Chain[],
  bands: readonly number[],
): LayerPassage[] {
  const columnOf = new Map(columns.flatMap((column, number) => column.map((it) => [it, number])))
  const bounds = columns.map((it) => boundingBox(it.map((index) => rects[index]!)))
  const isVirtual = new Set(chains.flatMap((it) => it.boxes.slice(1, -1)))
  const gaps = new Map<string, LayerGap>()

  function gapBetween(a: number, b: number): LayerGap {
    const from = columnOf.get(a)!
    const to = columnOf.get(b)!
    const key = `${from} ${to}`
    const gap = gaps.get(key) ?? gapOf(bounds[from]!, bounds[to]!, bands[a]!, bands[b]!)
    gaps.set(key, gap)
    return gap
  }

  return chains.map(({ boxes, count }) => {
    const own = boxes.slice(1).map((it, index) => gapBetween(boxes[index]!, it))
    for (const gap of own) gap.edges += count
    const passed = boxes.slice(1, -1)
    return { gaps: own, waypoints: passed.map((it) => waypointAt(it, columns[columnOf.get(it)!]!, rects, isVirtual)) }
  })
}

/** The gap between a column and the next. Every other band runs from right to left. */
function gapOf(first: Rect, next: Rect, band: number, nextBand: number): LayerGap {
  const isBack = band % 2 === 1
  const from = isBack ? first.x : first.x + first.width
  const left = next.x
  const right = next.x + next.width
  if (band === nextBand) return { from, to: isBack ? right : left, edges: 0 }
  return { from, to: isBack ? left : right, turnBack: isBack ? -1 : 1, edges: 0 }
}

/** The waypoint of a passage at a virtual box. It may move up to the neighbouring boxes, or half as far if these are virtual too. */
function waypointAt(
  box: number,
  column: readonly number[],
  rects: readonly Rect[],
  isVirtual: ReadonlySet<number>,
): Waypoint {
  const place = column.indexOf(box)
  const before = column[place - 1]
  const after = column[place + 1]
  const { y, height } = rects[box]!
  const above = before === undefined ? OUTSIDE : y - rects[before]!.y - rects[before]!.height
  const below = after === undefined ? OUTSIDE : rects[after]!.y - y - height
  const at = y + height / 2
  return {
    at,
    least: at - (before !== undefined && isVirtual.has(before) ? above / 2 : above),
    most: at + (after !== undefined && isVirtual.has(after) ? below / 2 : below),
  }
}
