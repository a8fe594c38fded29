/** A spatial hash: things by the square cells that they touch. */
export interface SpatialHash<Thing> {
  /** The column or row of a coordinate. */
  cellOf(coordinate: number): number
  put(column: number, row: number, thing: Thing): void
  /** The things in a cell, and possibly things in another cell with the same key. */
  at(column: number, row: number): readonly Thing[]
}

/**
 * Number of rows per column in a cell's key. Nearly all pictures have fewer rows, so their keys are unique; they are small, so
 * lookups are fast. Cells with equal keys share their things.
 */
const ROWS = 2 ** 15
/** The last column and row. Beyond it, adding 1 to a number may change nothing, and a loop over columns would not end. */
const LAST = 2 ** 50
const nothing: readonly never[] = []

/** Creates an empty spatial hash, with cells of `side` × `side` px. */
export function createSpatialHash<Thing>(side: number): SpatialHash<Thing> {
  const cells = new Map<number, Thing[]>()
  return {
    cellOf: (coordinate) => Math.min(LAST, Math.max(-LAST, Math.floor(coordinate / side))),
    put(column, row, thing) {
      const key = column * ROWS + row
      const cell = cells.get(key)
      if (cell) cell.push(thing)
      else cells.set(key, [thing])
    },
    at: (column, row) => cells.get(column * ROWS + row) ?? nothing,
  }
}
