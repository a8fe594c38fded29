import { contains, type Point, type Rect } from './rect.ts'
import { createSpatialHash } from './spatial-hash.ts'

/** A spatial index of points, each with an owner. */
export interface PointIndex<Owner> {
  add(point: Point, owner: Owner): void
  /** Counts the points in `rect` that belong to other owners. */
  count(rect: Rect, owner: Owner): number
  /** Number of cells and points that `count` has visited so far, for callers with a budget. */
  readonly compared: number
}

const CELL = 48

/** Creates an empty index of points. */
export function createPointIndex<Owner>(): PointIndex<Owner> {
  const { cellOf, put, at } = createSpatialHash<{ point: Point; owner: Owner }>(CELL)
  let compared = 0
  return {
    get compared() {
      return compared
    },
    add(point, owner) {
      put(cellOf(point.x), cellOf(point.y), { point, owner })
    },
    count(rect, owner) {
      const { x, y, width, height } = rect
      let count = 0
      for (let column = cellOf(x); column <= cellOf(x + width); column++) {
        for (let row = cellOf(y); row <= cellOf(y + height); row++) {
          const inCell = at(column, row)
          compared += 1 + inCell.length
          for (const other of inCell) if (other.owner !== owner && contains(rect, other.point)) count++
        }
      }
      return count
    },
  }
}
