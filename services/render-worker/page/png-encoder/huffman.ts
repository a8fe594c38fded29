/** Maximum length of the code words of literals, lengths and distances (RFC 1951), in bits. */
export const MAX_CODE_LENGTH = 15

/**
 * Computes a Huffman code of Deflate for the counts of symbols. No code word is longer than `limit` bits.
 * @returns the lengths of the code words in bits; 0 for an unused symbol
 */
export function codeLengths(counts: Uint32Array, limit: number): Uint8Array {
  const lengths = new Uint8Array(counts.length)
  const used = [...counts.keys()].filter((it) => counts[it]! > 0).sort((a, b) => counts[a]! - counts[b]! || a - b)
  if (used.length < 2) {
    for (const symbol of used) lengths[symbol] = 1
    return lengths
  }
  const ofLength = countsOfLengths(
    used.map((it) => counts[it]!),
    limit,
  )
  let symbol = used.length
  for (let length = 1; length <= limit; length++) {
    for (let count = ofLength[length]!; count > 0; count--) lengths[used[--symbol]!] = length
  }
  return lengths
}

/** Counts the code words of each length, for ascending weights. */
function countsOfLengths(weights: number[], limit: number): number[] {
  const leaves = weights.length
  const parents: number[] = []
  let leaf = 0
  let inner = leaves
  const lightest = (): number =>
    leaf < leaves && (inner >= weights.length || weights[leaf]! <= weights[inner]!) ? leaf++ : inner++
  while (weights.length < 2 * leaves - 1) {
    const first = lightest()
    const second = lightest()
    parents[first] = parents[second] = weights.length
    weights.push(weights[first]! + weights[second]!)
  }
  const depths: number[] = []
  depths[2 * leaves - 2] = 0
  for (let node = 2 * leaves - 3; node >= 0; node--) depths[node] = depths[parents[node]!]! + 1
  const ofLength = Array.from({ length: limit + 1 }, () => 0)
  for (let node = 0; node < leaves; node++) ofLength[Math.min(depths[node]!, limit)]!++
  fitIntoCodeSpace(ofLength, limit)
  return ofLength
}

/** Makes other code words longer until all fit: those shortened to `limit` take too much of the code space. */
function fitIntoCodeSpace(ofLength: number[], limit: number): void {
  let codeSpace = 1 << limit
  for (let length = 1; length <= limit; length++) codeSpace -= ofLength[length]! << (limit - length)
  for (; codeSpace < 0; codeSpace++) {
    ofLength[limit]!--
    let length = limit - 1
    while (ofLength[length] === 0) length--
    ofLength[length]!--
    ofLength[length + 1]! += 2
  }
}

/** Returns the code words of these lengths (RFC 1951, 3.2.2), with their bits in the order of writing. */
export function codeWords(lengths: Uint8Array): Uint16Array {
  const next = new Uint16Array(MAX_CODE_LENGTH + 2)
  for (const length of lengths) if (length > 0) next[length + 1]!++
  for (let length = 1; length <= MAX_CODE_LENGTH; length++) next[length + 1] = (next[length]! + next[length + 1]!) << 1
  const words = new Uint16Array(lengths.length)
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue
    let left = next[length]!++
    for (let bit = 0; bit < length; bit++, left >>= 1) words[symbol] = (words[symbol]! << 1) | (left & 1)
  }
  return words
}
