/** How many times neighbours change places, at most, to save crossings. */
const MAX_SWEEPS = 20

/**
 * Orders lines that run side by side so that few cross: by the crossings that each saves in all, then by swapping neighbours.
 *
 * @param crossings of two of them, the first of which comes before the other
 */
export function orderByCrossings<Line>(lines: readonly Line[], crossings: (first: Line, next: Line) => number): Line[] {
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
