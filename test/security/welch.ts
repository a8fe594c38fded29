/** Welch's t of two samples: beyond ±4.5, hardly ever by chance, they are of different things. */
export function welch(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [momentsOf(one), momentsOf(other)]
  return (a.mean - b.mean) / Math.sqrt(a.variance / one.length + b.variance / other.length)
}

/** Both samples without what exceeds that share of all: a machine's other business says nothing about either. */
export function cropped(
  one: readonly number[],
  other: readonly number[],
  share: number,
): [one: number[], other: number[]] {
  const sorted = [...one, ...other].sort((a, b) => a - b)
  const limit = sorted[Math.floor(sorted.length * share)] ?? Infinity
  return [one.filter((it) => it < limit), other.filter((it) => it < limit)]
}

function momentsOf(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, it) => sum + it, 0) / values.length
  const variance = values.reduce((sum, it) => sum + (it - mean) ** 2, 0) / (values.length - 1)
  return { mean, variance }
}
