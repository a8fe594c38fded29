import type { Budget } from './budget.ts'
import { contains, type Point, type Rect } from './rect.ts'
import { distanceBetween } from './segment.ts'
import { createSpatialHash } from './spatial-hash.ts'

/** A spatial index of points, each with an owner. */
export interface PointIndex<Owner> {
  add(point: Point, owner: Owner): void
  /** Whether a point in `rect` belongs to another owner, or to any, and is less than `distance` px from its middle. */
  has(rect: Rect, owner?: Owner, distance?: number): boolean
}

const CELL = 48

/** Creates an empty index of points. @param budget of visited cells and points, which `has` spends */
export function createPointIndex<Owner>(budget: Budget): PointIndex<Owner> {
  const { cellOf, put, at } = createSpatialHash<{ point: Point; owner: Owner }>(CELL)
  return {
    add(point, owner) {
      put(cellOf(point.x), cellOf(point.y), { point, owner })
    },
    has(rect, owner, distance = Infinity) {
      const { x, y, width, height } = rect
      const middle = { x: x + width / 2, y: y + height / 2 }
      for (let column = cellOf(x); column <= cellOf(x + width); column++) {
        for (let row = cellOf(y); row <= cellOf(y + height); row++) {
          const inCell = at(column, row)
          budget.spend(1 + inCell.length)
          for (const other of inCell)
            if (other.owner !== owner && contains(rect, other.point) && distanceBetween(middle, other.point) < distance)
              return true
        }
      }
      return false
    },
  }
}
