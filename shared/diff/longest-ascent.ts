/** Length of the longest part of a list, not necessarily without gaps, in which numbers ascend: O(n · log n). */
export function longestAscent(numbers: readonly number[]): number {
  /** The smallest last number of an ascent, by its length less one. */
  const lasts: number[] = []
  for (const number of numbers) {
    let low = 0
    let high = lasts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (lasts[middle]! < number) low = middle + 1
      else high = middle
    }
    lasts[low] = number
  }
  return lasts.length
}
