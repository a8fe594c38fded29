/** A quantity that was sampled at equal intervals. */
export interface Series {
  name: string
  values: readonly number[]
  /** Growth within the last two thirds that is no leak. */
  maxGrowth: number
}

/** Growth of a linear regression over the last two thirds. The first third is warm-up. */
function growthOf(values: readonly number[]): number {
  const last = values.slice(Math.floor(values.length / 3))
  const middle = (last.length - 1) / 2
  const mean = last.reduce((sum, it) => sum + it, 0) / last.length
  let covariance = 0
  let variance = 0
  for (const [index, value] of last.entries()) {
    covariance += (index - middle) * (value - mean)
    variance += (index - middle) ** 2
  }
  return (covariance / variance) * (last.length - 1)
}

/** Describes the series that grow by more than their limit. */
export function findGrowingSeries(series: readonly Series[]): string[] {
  return series.flatMap(({ name, values, maxGrowth }) => {
    const growth = growthOf(values)
    return growth > maxGrowth ? [`${name} grew by ${growth.toFixed(1)}`] : []
  })
}

/** Formats first, last and largest value, and the trend. */
export function describeSeries({ name, values }: Series): string {
  const [first, last] = [values[0]!, values.at(-1)!].map((it) => it.toFixed(0))
  return `${name} ${first} to ${last}, at most ${Math.max(...values).toFixed(0)}, trend ${growthOf(values).toFixed(1)}`
}
