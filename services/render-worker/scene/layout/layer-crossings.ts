import type { Rect } from '../geometry/rect.ts'
import type { LayerGraph } from './layer-graph.ts'

/** Counts the pairs of links that cross between two layers: inversions (Barth, Jünger and Mutzel, Simple and Efficient Bilayer Cross Counting, 2002). */
export function countCrossings(
  { links, layers }: Pick<LayerGraph, 'links' | 'layers'>,
  rects: readonly Rect[],
): number {
  let crossings = 0
  for (const ofLayer of Map.groupBy(links, (it) => layers[it.from]!).values()) {
    const ends = ofLayer.map(({ from, to }) => [rects[from]!.y, rects[to]!.y] as const)
    const above: number[] = []
    for (const [, y] of ends.sort(([a, c], [b, d]) => a - b || c - d)) {
      const index = upperBound(above, y)
      crossings += above.length - index
      above.splice(index, 0, y)
    }
  }
  return crossings
}

/** The index of the first number larger than `value` in sorted numbers, or their count. */
function upperBound(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low
}
