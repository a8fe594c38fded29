import type { Rect } from '../draw/display-list.ts'
import { columnsOf, extent } from './columns.ts'

/** Width by height: below the first a drawing in columns is refilled, to come near to the second; lines then pass behind cards. */
const TOO_TALL = 0.5
const WIDTH_TO_HEIGHT = 0.9
const GAP = { x: 36, y: 34 }

/**
 * Widens a drawing in columns that is far too tall: each column becomes several side by side, filled row by row,
 * so that every box stays near the height it had. Columns are boxes with the same middle.
 */
export function fillColumns(rects: readonly Rect[], between: number): Rect[] {
  const { width, height } = extent(rects)
  if (width / height >= TOO_TALL) return [...rects]
  const area = rects.reduce((sum, it) => sum + (it.width + GAP.x) * (it.height + GAP.y), 0)
  const columns = columnsOf(rects)
  const columnHeight = heightFor(area, columns.length * between)
  const moved = new Map<Rect, Rect>()
  let left = 0
  for (const column of columns) {
    const order = column.flatMap((it) => rects[it] ?? [])
    const filled = fillColumn(order, left, columnHeight)
    for (const [index, rect] of filled.rects.entries()) moved.set(order[index] ?? rect, rect)
    left += filled.width + between
  }
  return rects.map((it) => moved.get(it) ?? it)
}

function fillColumn(order: readonly Rect[], left: number, columnHeight: number): { rects: Rect[]; width: number } {
  const height = order.reduce((sum, it) => sum + it.height + GAP.y, 0)
  const perRow = Math.ceil(height / columnHeight)
  const cell = Math.max(...order.map((it) => it.width)) + GAP.x
  const rects: Rect[] = []
  let y = 0
  for (let start = 0; start < order.length; start += perRow) {
    const row = order.slice(start, start + perRow)
    for (const [index, it] of row.entries()) rects.push({ ...it, x: left + index * cell, y })
    y += Math.max(...row.map((it) => it.height)) + GAP.y
  }
  const down = Math.round((columnHeight - y) / 2)
  return { rects: rects.map((it) => ({ ...it, y: it.y + down })), width: perRow * cell - GAP.x }
}

/** The height at which boxes of an area, and the empty columns between them, make the wanted shape: width × height = area + empty × height. */
function heightFor(area: number, empty: number): number {
  return (empty + Math.sqrt(empty * empty + 4 * WIDTH_TO_HEIGHT * area)) / (2 * WIDTH_TO_HEIGHT)
}
