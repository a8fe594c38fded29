import type { Budget } from './budget.ts'
import { contains, type Point, type Rect } from './rect.ts'
import { createSpatialHash } from './spatial-hash.ts'

/** A spatial index of points, each with an owner. */
export interface PointIndex<Owner> {
  add(point: Point, owner: Owner): void
  /** Counts the points in `rect` that belong to other owners. */
  count(rect: Rect, owner: Owner): number
}

const CELL = 48

/** Creates an empty index of points. @param budget of visited cells and points, which `count` spends */
export function createPointIndex<Owner>(budget: Budget): PointIndex<Owner> {
  const { cellOf, put, at } = createSpatialHash<{ point: Point; owner: Owner }>(CELL)
  return {
    add(point, owner) {
      put(cellOf(point.x), cellOf(point.y), { point, owner })
    },
    count(rect, owner) {
      const { x, y, width, height } = rect
      let count = 0
      for (let column = cellOf(x); column <= cellOf(x + width); column++) {
        for (let row = cellOf(y); row <= cellOf(y + height); row++) {
          const inCell = at(column, row)
          budget.spend(1 + inCell.length)
          for (const other of inCell) if (other.owner !== owner && contains(rect, other.point)) count++
        }
      }
      return count
    },
  }
}
