import type { Point, Rect } from './display-list.ts'
import { createGrid } from './grid.ts'
import { contains } from './rect-index.ts'

/** Points, each of some owner, found by where they are. */
export interface PointIndex<Owner> {
  add(point: Point, owner: Owner): void
  /** How many points of others than `owner` lie in `rect`. */
  count(rect: Rect, owner: Owner): number
}

const CELL = 48

export function createPointIndex<Owner>(): PointIndex<Owner> {
  const { cellOf, put, at } = createGrid<{ point: Point; owner: Owner }>(CELL)
  return {
    add(point, owner) {
      put(cellOf(point.x), cellOf(point.y), { point, owner })
    },
    count(rect, owner) {
      const { x, y, width, height } = rect
      let count = 0
      for (let column = cellOf(x); column <= cellOf(x + width); column++) {
        for (let row = cellOf(y); row <= cellOf(y + height); row++) {
          for (const it of at(column, row)) {
            if (it.owner !== owner && contains(rect, it.point)) count++
          }
        }
      }
      return count
    },
  }
}
