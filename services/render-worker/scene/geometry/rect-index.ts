import type { Budget } from './budget.ts'
import { contains, type Point, type Rect } from './rect.ts'
import { createSpatialHash } from './spatial-hash.ts'

/** A spatial index of rectangles. It allocates little, since a map needs ten thousand queries. */
export interface RectIndex {
  add(rect: Rect): void
  /** The area in px² that `rect`, grown by `gap` on every side, shares with the rectangles added so far. Adding up stops above `enough`. */
  overlap(rect: Rect, gap: number, enough?: number): number
  /** Whether a rectangle is less than `reach` px away from a point, horizontally and vertically. */
  isNear(point: Point, reach: number): boolean
  /** The rectangles that contain a point. */
  at(point: Point): Rect[]
}

const CELL = 128
/** Maximum number of cells of a rectangle. Larger rectangles are kept in a list, so that they cannot fill the memory. */
const MAX_CELLS = 64

/** Creates an empty index of rectangles. @param budget of visited cells and rectangles, which queries spend */
export function createRectIndex(budget: Budget): RectIndex {
  const { cellOf, put, at } = createSpatialHash<Rect>(CELL)
  const vast: Rect[] = []
  return {
    add(rect) {
      const { x, y, width, height } = rect
      const right = cellOf(x + width)
      const bottom = cellOf(y + height)
      if ((right - cellOf(x) + 1) * (bottom - cellOf(y) + 1) > MAX_CELLS) {
        vast.push(rect)
        return
      }
      for (let column = cellOf(x); column <= right; column++) {
        for (let row = cellOf(y); row <= bottom; row++) put(column, row, rect)
      }
    },
    overlap(rect, gap, enough = Infinity) {
      const left = rect.x - gap
      const top = rect.y - gap
      const right = rect.x + rect.width + gap
      const bottom = rect.y + rect.height + gap
      const firstColumn = cellOf(left)
      const firstRow = cellOf(top)
      const lastColumn = cellOf(right)
      const lastRow = cellOf(bottom)
      let area = 0
      budget.spend(vast.length)
      for (const it of vast) area += sharedArea(it, left, top, right, bottom)
      for (let column = firstColumn; column <= lastColumn; column++) {
        for (let row = firstRow; row <= lastRow; row++) {
          const inCell = at(column, row)
          budget.spend(1 + inCell.length)
          for (const other of inCell) {
            const common = sharedArea(other, left, top, right, bottom)
            if (common === 0) continue
            // A rectangle in several cells counts only in the first cell that it shares with `rect`.
            const isFirst =
              column === Math.max(firstColumn, cellOf(other.x)) && row === Math.max(firstRow, cellOf(other.y))
            if (!isFirst) continue
            area += common
            if (area > enough) return area
          }
        }
      }
      return area
    },
    isNear({ x, y }, reach) {
      const lastColumn = cellOf(x + reach)
      const lastRow = cellOf(y + reach)
      for (let column = cellOf(x - reach); column <= lastColumn; column++) {
        for (let row = cellOf(y - reach); row <= lastRow; row++) {
          budget.spend(1)
          for (const rect of at(column, row)) {
            budget.spend(1)
            if (reaches(rect, x, y, reach)) return true
          }
        }
      }
      budget.spend(vast.length)
      for (const it of vast) if (reaches(it, x, y, reach)) return true
      return false
    },
    at: (point) => [...at(cellOf(point.x), cellOf(point.y)), ...vast].filter((it) => contains(it, point)),
  }
}

function reaches(rect: Rect, x: number, y: number, reach: number): boolean {
  const isBeside = x + reach > rect.x && x - reach < rect.x + rect.width
  return isBeside && y + reach > rect.y && y - reach < rect.y + rect.height
}

/** The area that a rectangle shares with another one, given by its sides. */
function sharedArea(rect: Rect, left: number, top: number, right: number, bottom: number): number {
  const width = Math.min(rect.x + rect.width, right) - Math.max(rect.x, left)
  const height = Math.min(rect.y + rect.height, bottom) - Math.max(rect.y, top)
  return width > 0 && height > 0 ? width * height : 0
}
