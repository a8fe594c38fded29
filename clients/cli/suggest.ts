/** Maximum number of mistyped letters, and the least share of right ones, as in commander's suggestions. */
const MAX_DISTANCE = 3
const MIN_SIMILARITY = 0.4

/**
 * A question for the most similar of the words, as in " Did you mean list?"; empty if none is similar to the mistyped one.
 * @param prefix what all the words begin with
 */
export function didYouMean(mistyped: string, words: readonly string[], prefix = ''): string {
  const word = mostSimilar(mistyped, words)
  return word === undefined ? '' : ` Did you mean ${prefix}${word}?`
}

/** Finds the word that is most similar to a mistyped one; undefined if none is similar. */
export function mostSimilar(mistyped: string, words: readonly string[]): string | undefined {
  const similar = words
    .filter((word) => Math.abs(word.length - mistyped.length) <= MAX_DISTANCE)
    .map((word) => ({ word, distance: editDistance(mistyped, word), length: Math.max(mistyped.length, word.length) }))
    .filter(({ distance, length }) => distance <= MAX_DISTANCE && (length - distance) / length > MIN_SIMILARITY)
    .toSorted((a, b) => a.distance - b.distance)
  return similar[0]?.word
}

/** Number of letters to add, remove, replace or swap with their neighbours (optimal string alignment). */
function editDistance(from: string, to: string): number {
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
