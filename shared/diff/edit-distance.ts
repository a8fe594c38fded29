/** Returns the number of letters to add, remove, replace or swap with their neighbours (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwapped = j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, replaced, isSwapped ? beforeLast[j - 2]! + 1 : Infinity))
    }
    beforeLast = last
    last = row
  }
  return last[to.length]!
}
