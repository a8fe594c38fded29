import type { Point, Rect } from './display-list.ts'
import { createGrid } from './grid.ts'

/** Rectangles, found by where they are. */
export interface RectIndex {
  add(rect: Rect): void
  /** The area in px² that `rect`, grown by `gap` on every side, shares with the rectangles added so far. */
  overlap(rect: Rect, gap: number): number
  /** The rectangles that a point lies in. */
  at(point: Point): Rect[]
}

const CELL = 128
/** A rectangle over more cells than this is kept aside, so that a vast one cannot fill the memory. */
const MAX_CELLS = 64

export function createRectIndex(): RectIndex {
  const { cellOf, put, at } = createGrid<Rect>(CELL)
  const vast: Rect[] = []
  return {
    add(rect) {
      const { x, y, width, height } = rect
      const [right, bottom] = [cellOf(x + width), cellOf(y + height)]
      if ((right - cellOf(x) + 1) * (bottom - cellOf(y) + 1) > MAX_CELLS) {
        vast.push(rect)
        return
      }
      for (let column = cellOf(x); column <= right; column++) {
        for (let row = cellOf(y); row <= bottom; row++) put(column, row, rect)
      }
    },
    overlap(rect, gap) {
      const grown = { x: rect.x - gap, y: rect.y - gap, width: rect.width + 2 * gap, height: rect.height + 2 * gap }
      const [left, top] = [cellOf(grown.x), cellOf(grown.y)]
      let area = 0
      for (const it of vast) area += shared(it, grown)
      const [right, bottom] = [cellOf(grown.x + grown.width), cellOf(grown.y + grown.height)]
      for (let column = left; column <= right; column++) {
        for (let row = top; row <= bottom; row++) {
          for (const it of at(column, row)) {
            const common = shared(it, grown)
            // Whatever lies in several cells counts in the first that both have.
            if (common > 0 && column === Math.max(left, cellOf(it.x)) && row === Math.max(top, cellOf(it.y)))
              area += common
          }
        }
      }
      return area
    },
    at: (point) => [...at(cellOf(point.x), cellOf(point.y)), ...vast].filter((it) => contains(it, point)),
  }
}

/** Whether a point lies inside, not on the border. */
export function contains({ x, y, width, height }: Rect, point: Point): boolean {
  return point.x > x && point.x < x + width && point.y > y && point.y < y + height
}

function shared(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}
