import { editDistance } from '../../shared/diff/edit-distance.ts'

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
