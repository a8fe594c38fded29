/** One thing that was measured again and again, at equal distances. */
export interface Series {
  name: string
  values: readonly number[]
  /** That chance and habit may add within the last two thirds. */
  mostGrowth: number
}

/** By how much the straight line through the last two thirds rises; the first third is for what is loaded and opened once. */
function growthOf(values: readonly number[]): number {
  const last = values.slice(Math.floor(values.length / 3))
  const middle = (last.length - 1) / 2
  const mean = last.reduce((sum, it) => sum + it, 0) / last.length
  let above = 0
  let below = 0
  for (const [index, value] of last.entries()) {
    above += (index - middle) * (value - mean)
    below += (index - middle) ** 2
  }
  return (above / below) * (last.length - 1)
}

/** What goes on growing. */
export function findGrowing(series: readonly Series[]): string[] {
  return series.flatMap(({ name, values, mostGrowth }) => {
    const growth = growthOf(values)
    return growth > mostGrowth ? [`${name} grew by ${growth.toFixed(1)}`] : []
  })
}

export function describeSeries({ name, values }: Series): string {
  const [first, last] = [values[0]!, values.at(-1)!].map((it) => it.toFixed(0))
  return `${name} ${first} to ${last}, at most ${Math.max(...values).toFixed(0)}, trend ${growthOf(values).toFixed(1)}`
}
