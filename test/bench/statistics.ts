/** The value in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value that `percent` of all do not exceed, between the two nearest; NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = ((sorted.length - 1) * percent) / 100
  const below = sorted[Math.floor(at)]
  const above = sorted[Math.ceil(at)]
  return below === undefined || above === undefined ? NaN : below + (above - below) * (at % 1)
}
