/** All pairs of different elements of a list, each once. */
export function pairsOf<T>(list: readonly T[]): [T, T][] {
  return list.flatMap((a, index) => list.slice(index + 1).map((b): [T, T] => [a, b]))
}
