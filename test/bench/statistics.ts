/** The median; NaN of an empty list. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** A percentile, interpolated between the two nearest values; NaN of an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = ((sorted.length - 1) * percent) / 100
  const below = sorted[Math.floor(at)]
  const above = sorted[Math.ceil(at)]
  return below === undefined || above === undefined ? NaN : below + (above - below) * (at % 1)
}

/** Minimum and maximum as text, such as `(0.91 to 1.07)`. */
export function rangeText(values: readonly number[]): string {
  return `(${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`
}
