import type { Position } from '@maps/shared/positions'

const COLUMNS = 4
const COLUMN_WIDTH = 320
const ROW_HEIGHT = 200

/** Positions for the services of a marked map: a grid that no card outgrows, whose top is the number of the pin. */
export function pinnedPositions(pin: number, nodeCount: number): Position[] {
  return Array.from({ length: nodeCount }, (_, index) => {
    const row = Math.floor(index / COLUMNS)
    return { id: `n${index}`, x: (index % COLUMNS) * COLUMN_WIDTH, y: pin + row * ROW_HEIGHT }
  })
}
