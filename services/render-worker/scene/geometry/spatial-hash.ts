/** A spatial hash: things by the square cells they touch. */
export interface SpatialHash<Thing> {
  /** The column or row that a coordinate lies in. */
  cellOf(coordinate: number): number
  put(column: number, row: number, thing: Thing): void
  /** The things that touch a cell, and perhaps some of another cell. */
  at(column: number, row: number): readonly Thing[]
}

/**
 * More rows than nearly every picture has, so that column and row make one key, small enough to be found quickly. Cells whose
 * keys coincide share their things.
 */
const ROWS = 2 ** 15
const nothing: readonly never[] = []

/** A spatial hash without things, whose cells are `side` px wide and high. */
export function createSpatialHash<Thing>(side: number): SpatialHash<Thing> {
  const cells = new Map<number, Thing[]>()
  return {
    cellOf: (coordinate) => Math.floor(coordinate / side),
    put(column, row, thing) {
      const key = column * ROWS + row
      const cell = cells.get(key)
      if (cell) cell.push(thing)
      else cells.set(key, [thing])
    },
    at: (column, row) => cells.get(column * ROWS + row) ?? nothing,
  }
}
