/**
 * Assigns a column to each row, at the least total cost, by the Hungarian algorithm: O(rows² · columns).
 * @param costs finite costs by row and column; no more rows than columns
 * @returns the column of each row
 */
export function leastAssignment(costs: readonly (readonly number[])[]): number[] {
  const columns = costs[0]?.length ?? 0
  const rowPrices = Array<number>(costs.length).fill(0)
  const columnPrices = Array<number>(columns).fill(0)
  const rowOf = Array<number>(columns).fill(-1)
  for (let row = 0; row < costs.length; row++) {
    // Dijkstra's algorithm over the reduced costs, from the new row to the nearest free column.
    const distances = Array<number>(columns).fill(Infinity)
    const previous = Array<number>(columns).fill(-1)
    const visited = new Set<number>()
    let distance = 0
    let current = row
    let column = -1
    while (current >= 0) {
      let nearest = -1
      for (let it = 0; it < columns; it++) {
        if (visited.has(it)) continue
        const reached = distance + costs[current]![it]! - rowPrices[current]! - columnPrices[it]!
        if (reached < distances[it]!) {
          distances[it] = reached
          previous[it] = column
        }
        if (nearest < 0 || distances[it]! < distances[nearest]!) nearest = it
      }
      column = nearest
      distance = distances[column]!
      visited.add(column)
      current = rowOf[column]!
    }
    rowPrices[row]! += distance
    for (const it of visited) {
      if (rowOf[it]! >= 0) rowPrices[rowOf[it]!]! += distance - distances[it]!
      columnPrices[it]! -= distance - distances[it]!
    }
    // Each column on the way takes the row of the one before it.
    for (; column >= 0; column = previous[column]!)
      rowOf[column] = previous[column]! < 0 ? row : rowOf[previous[column]!]!
  }
  const assigned = Array<number>(costs.length)
  for (const [column, row] of rowOf.entries()) if (row >= 0) assigned[row] = column
  return assigned
}
