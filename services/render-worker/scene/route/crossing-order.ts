import type { Budget } from '../geometry/budget.ts'

/** Maximum number of passes that swap neighbours to avoid crossings. */
const MAX_SWEEPS = 20

/**
 * Orders parallel lines so that few cross: by the total crossings that each line avoids, then by swapping neighbours. They keep their order if
 * that takes more than the budget.
 *
 * @param crossings returns the crossings of two lines if the first comes before the other
 * @param budget of compared lines
 */
export function orderByCrossings<Line>(
  lines: readonly Line[],
  crossings: (first: Line, next: Line) => number,
  budget: Budget,
): Line[] {
  budget.spend(lines.length ** 2)
  if (budget.isSpent) return [...lines]
  const gainOf = (line: Line): number =>
    lines.reduce((sum, it) => (it === line ? sum : sum + crossings(line, it) - crossings(it, line)), 0)
  const ordered = lines
    .map((line) => ({ line, gain: gainOf(line) }))
    .sort((a, b) => a.gain - b.gain)
    .map((it) => it.line)
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let isChanged = false
    for (let at = 1; at < ordered.length; at++) {
      const a = ordered[at - 1]!
      const b = ordered[at]!
      if (crossings(b, a) >= crossings(a, b)) continue
      ordered[at - 1] = b
      ordered[at] = a
      isChanged = true
    }
    if (!isChanged) break
  }
  return ordered
}
