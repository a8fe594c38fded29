/** Welch's t statistic of two samples. Beyond ±4.5, their means almost certainly differ. */
export function welchT(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [momentsOf(one), momentsOf(other)]
  return (a.mean - b.mean) / Math.sqrt(a.variance / one.length + b.variance / other.length)
}

/** Keeps the fastest values of both samples, up to this quantile of all values, because other work on the machine causes outliers. */
export function dropSlowest(
  one: readonly number[],
  other: readonly number[],
  quantile: number,
): [one: number[], other: number[]] {
  const sorted = [...one, ...other].sort((a, b) => a - b)
  const limit = sorted[Math.floor(sorted.length * quantile)] ?? Infinity
  return [one.filter((it) => it < limit), other.filter((it) => it < limit)]
}

function momentsOf(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, it) => sum + it, 0) / values.length
  const variance = values.reduce((sum, it) => sum + (it - mean) ** 2, 0) / (values.length - 1)
  return { mean, variance }
}
