import type { Rect } from '../draw/display-list.ts'
import { extent } from './columns.ts'
import type { LayerGap, Level, Passage } from './box.ts'
import { BAND_GAP } from './plan.ts'
import type { Chain } from './layer-graph.ts'

/** Px that a way may be moved outwards beside all boxes: no nearer to the next band of a folded drawing. */
const OUTSIDE = BAND_GAP / 2

/**
 * Where chains of boxes run through a drawing in columns.
 *
 * @param columns the boxes of each column, by index: see `columnsInBands`
 * @param chains boxes in neighbouring columns, by index, and how many edges go along them
 * @param bands of each box, in a drawing that is folded
 */
export function coursesThrough(
  rects: readonly Rect[],
  columns: readonly number[][],
  chains: readonly Chain[],
  bands: readonly number[],
): Pick<Passage, 'gaps' | 'levels'>[] {
  const columnOf = new Map(columns.flatMap((column, number) => column.map((it) => [it, number])))
  const spans = columns.map((it) => extent(it.map((index) => rects[index]!)))
  const gaps = new Map<string, LayerGap>()
  const gapBetween = (a: number, b: number): LayerGap => {
    const [from, to] = [columnOf.get(a)!, columnOf.get(b)!]
    const key = `${from} ${to}`
    const gap = gaps.get(key) ?? gapOf(spans[from]!, spans[to]!, bands[a]!, bands[b]!)
    gaps.set(key, gap)
    return gap
  }
  const isVirtual = new Set(chains.flatMap((it) => it.boxes.slice(1, -1)))
  const levelOf = (box: number): Level => {
    const column = columns[columnOf.get(box)!]!
    const place = column.indexOf(box)
    const { y, height } = rects[box]!
    const [before, after] = [column[place - 1], column[place + 1]]
    const above = before === undefined ? OUTSIDE : y - rects[before]!.y - rects[before]!.height
    const below = after === undefined ? OUTSIDE : rects[after]!.y - y - height
    const at = y + height / 2
    return {
      at,
      least: at - (before !== undefined && isVirtual.has(before) ? above / 2 : above),
      most: at + (after !== undefined && isVirtual.has(after) ? below / 2 : below),
    }
  }
  return chains.map(({ boxes, count }) => {
    const own = boxes.slice(1).map((it, index) => gapBetween(boxes[index]!, it))
    for (const it of own) it.edges += count
    return { gaps: own, levels: boxes.slice(1, -1).map(levelOf) }
  })
}

type Span = Pick<ReturnType<typeof extent>, 'left' | 'width'>

/** Between a column and the next: every other band runs from right to left. */
function gapOf(first: Span, next: Span, band: number, nextBand: number): LayerGap {
  const right = ({ left, width }: Span): number => left + width
  const isBack = band % 2 === 1
  const from = isBack ? first.left : right(first)
  if (band === nextBand) return { from, to: isBack ? right(next) : next.left, edges: 0 }
  return { from, to: isBack ? next.left : right(next), turn: isBack ? -1 : 1, edges: 0 }
}
