/** Pixels in, one zlib stream of PNG rows out: eight bits of red, green and blue, no row filtered. */
export interface FloorEncoder {
  /** Begins a picture of at most so many pixels. */
  begin(pixelCount: number): void
  /** Adds rows of `width` pixels of 0xXXRRGGBB. */
  add(pixels: Uint32Array, width: number, height: number): void
  /** The whole stream. It is overwritten by the next picture. */
  end(): Uint8Array
}

/**
 * An encoder for drawings: it looks for runs of one colour and for pairs of pixels seen before, and nothing else. Each strip
 * that is added becomes one Deflate block with a Huffman code of its own (RFC 1951). It runs in the page, reaching it as the
 * text of this very function, so everything it uses stands inside it.
 */
export function createFloorEncoder(): FloorEncoder {
  const MODULUS = 65_521
  const WINDOW = 32_768
  const MAX_PIXELS = 86
  const RUN_DISTANCE = 3
  const END = 256
  const HASH_BITS = 14
  const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  const lengthSymbols = symbolsOf(258, 3, 28, (code) => (code < 8 ? 0 : (code >> 2) - 1))
  // The longest length has a code of its own, without extra bits.
  lengthSymbols.symbol[258] = 28
  lengthSymbols.base[28] = 258
  lengthSymbols.extra[28] = 0
  const distanceSymbols = symbolsOf(WINDOW, 1, 30, (code) => (code < 4 ? 0 : (code >> 1) - 1))
  const lastSeen = new Int32Array(1 << HASH_BITS)
  const literalCounts = new Uint32Array(286)
  const distanceCounts = new Uint32Array(30)
  /** A byte, or `length << 16 | distance`. */
  let tokens = new Int32Array(1 << 16)
  let tokenCount = 0
  let out = new Uint8Array(0)
  let at = 0
  let bits = 0
  let bitCount = 0
  let sum = 1
  let sumOfSums = 0

  /** By value, the symbol that it is written with; by symbol, its least value and the count of its extra bits. */
  function symbolsOf(most: number, least: number, count: number, extraOf: (code: number) => number) {
    const symbol = new Uint8Array(most + 1)
    const base = new Uint16Array(count + 1)
    const extra = new Uint8Array(count + 1)
    let value = least
    for (let code = 0; code < count; code++) {
      base[code] = value
      extra[code] = extraOf(code)
      for (let step = 1 << extraOf(code); step > 0 && value <= most; step--) symbol[value++] = code
    }
    return { symbol, base, extra }
  }

  function literal(byte: number): void {
    tokens[tokenCount++] = byte
    literalCounts[byte]!++
    sum += byte
    sumOfSums += sum
  }

  function match(pixelCount: number, distance: number): void {
    const length = 3 * pixelCount
    tokens[tokenCount++] = (length << 16) | (distance & 0xffff)
    literalCounts[257 + lengthSymbols.symbol[length]!]!++
    distanceCounts[distanceSymbols.symbol[distance]!]!++
  }

  /** Adler-32 of `count` pixels of one colour, without looking at each. */
  function addRun(pixel: number, count: number): void {
    const [red, green, blue] = [(pixel >>> 16) & 255, (pixel >>> 8) & 255, pixel & 255]
    const each = red + green + blue
    for (let left = count; left > 0; left -= 1_024) {
      const some = Math.min(left, 1_024)
      const within = some * (3 * red + 2 * green + blue) + (3 * each * some * (some - 1)) / 2
      sumOfSums = (sumOfSums + 3 * some * sum + within) % MODULUS
      sum = (sum + some * each) % MODULUS
    }
  }

  function addPixel(pixel: number): void {
    sum += (pixel >>> 16) & 255
    sumOfSums += sum
    sum += (pixel >>> 8) & 255
    sumOfSums += sum
    sum += pixel & 255
    sumOfSums += sum
  }

  function readRow(pixels: Uint32Array, row: number, width: number): void {
    const start = row * width
    const end = start + width
    const rowBytes = 3 * width + 1
    let previous = -1
    let index = start
    literal(0)
    while (index < end) {
      const pixel = pixels[index]!
      if (pixel === previous) {
        let next = index + 1
        while (next < end && pixels[next] === pixel) next++
        addRun(pixel, next - index)
        for (let left = next - index; left > 0; left -= MAX_PIXELS) match(Math.min(left, MAX_PIXELS), RUN_DISTANCE)
        index = next
        continue
      }
      previous = pixel
      if (index + 1 < end) {
        const second = pixels[index + 1]!
        const slot = (Math.imul(pixel, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)) >>> (32 - HASH_BITS)
        const seen = lastSeen[slot]!
        lastSeen[slot] = index
        if (seen >= 0 && pixels[seen] === pixel && pixels[seen + 1] === second) {
          const seenRow = Math.trunc(seen / width)
          const seenEnd = (seenRow + 1) * width
          const distance = 3 * (index - start - (seen - seenRow * width)) + (row - seenRow) * rowBytes
          if (distance <= WINDOW && seen + 1 < seenEnd) {
            const most = Math.min(MAX_PIXELS, end - index, seenEnd - seen)
            let count = 2
            while (count < most && pixels[seen + count] === pixels[index + count]) count++
            for (let it = 0; it < count; it++) addPixel(pixels[index + it]!)
            match(count, distance)
            index += count
            previous = pixels[index - 1]!
            continue
          }
        }
      }
      literal((pixel >>> 16) & 255)
      literal((pixel >>> 8) & 255)
      literal(pixel & 255)
      index++
    }
    sum %= MODULUS
    sumOfSums %= MODULUS
  }

  function put(value: number, count: number): void {
    bits |= value << bitCount
    bitCount += count
    while (bitCount >= 8) {
      out[at++] = bits
      bits >>>= 8
      bitCount -= 8
    }
  }

  /** Lengths of the Huffman codes for these counts, by symbol. */
  function codeLengths(counts: Uint32Array, limit: number): Uint8Array {
    const lengths = new Uint8Array(counts.length)
    const used = [...counts.keys()].filter((it) => counts[it]! > 0).sort((a, b) => counts[a]! - counts[b]! || a - b)
    const leaves = used.length
    if (leaves < 2) {
      for (const it of used) lengths[it] = 1
      return lengths
    }
    const weights = [...used.map((it) => counts[it]!)]
    const parents: number[] = []
    let leaf = 0
    let inner = leaves
    const lightest = (): number =>
      leaf < leaves && (inner >= weights.length || weights[leaf]! <= weights[inner]!) ? leaf++ : inner++
    while (weights.length < 2 * leaves - 1) {
      const [first, second] = [lightest(), lightest()]
      parents[first] = parents[second] = weights.length
      weights.push(weights[first]! + weights[second]!)
    }
    const depths: number[] = []
    depths[2 * leaves - 2] = 0
    for (let node = 2 * leaves - 3; node >= 0; node--) depths[node] = depths[parents[node]!]! + 1
    const ofLength = Array.from({ length: limit + 1 }, () => 0)
    for (let node = 0; node < leaves; node++) ofLength[Math.min(depths[node]!, limit)]!++
    shorten(ofLength, limit)
    let symbol = leaves
    for (let length = 1; length <= limit; length++) {
      for (let count = ofLength[length]!; count > 0; count--) lengths[used[--symbol]!] = length
    }
    return lengths
  }

  /** Makes the code fit again after its longest words were cut to `limit`. */
  function shorten(ofLength: number[], limit: number): void {
    let room = ofLength.reduce(
      (sum, count, length) => (length > 0 ? sum - (count << (limit - length)) : sum),
      1 << limit,
    )
    for (; room < 0; room++) {
      ofLength[limit]!--
      let length = limit - 1
      while (ofLength[length] === 0) length--
      ofLength[length]!--
      ofLength[length + 1]! += 2
    }
  }

  /** The code words for these lengths, their bits in the order of writing. */
  function codeWords(lengths: Uint8Array): Uint16Array {
    const words = new Uint16Array(lengths.length)
    let word = 0
    for (let length = 1; length <= 15; length++) {
      for (const [symbol, it] of lengths.entries()) {
        if (it !== length) continue
        let left = word++
        for (let bit = 0; bit < length; bit++, left >>= 1) words[symbol] = (words[symbol]! << 1) | (left & 1)
      }
      word <<= 1
    }
    return words
  }

  function writeCodes(literals: Uint8Array, distances: Uint8Array): void {
    const all = [...literals, ...distances]
    const counts = new Uint32Array(19)
    for (const it of all) counts[it]!++
    const lengths = codeLengths(counts, 7)
    const words = codeWords(lengths)
    put(literals.length - 257, 5)
    put(distances.length - 1, 5)
    put(CODE_ORDER.length - 4, 4)
    for (const it of CODE_ORDER) put(lengths[it]!, 3)
    for (const it of all) put(words[it]!, lengths[it]!)
  }

  function writeBlock(): void {
    literalCounts[END] = 1
    const literals = codeLengths(literalCounts, 15)
    const distances = codeLengths(distanceCounts, 15)
    const literalWords = codeWords(literals)
    const distanceWords = codeWords(distances)
    put(0, 1)
    put(2, 2)
    writeCodes(literals, distances)
    for (let it = 0; it < tokenCount; it++) {
      const token = tokens[it]!
      if (token < END) {
        put(literalWords[token]!, literals[token]!)
        continue
      }
      const length = token >>> 16
      const distance = token & 0xffff
      const symbol = lengthSymbols.symbol[length]!
      put(literalWords[257 + symbol]!, literals[257 + symbol]!)
      put(length - lengthSymbols.base[symbol]!, lengthSymbols.extra[symbol]!)
      const place = distanceSymbols.symbol[distance]!
      put(distanceWords[place]!, distances[place]!)
      put(distance - distanceSymbols.base[place]!, distanceSymbols.extra[place]!)
    }
    put(literalWords[END]!, literals[END]!)
  }

  return {
    begin(pixelCount) {
      // A code that suits the data never takes more than its plain bytes by much.
      if (out.length < 4 * pixelCount + 65_536) out = new Uint8Array(4 * pixelCount + 65_536)
      at = bits = bitCount = sumOfSums = 0
      sum = 1
      put(0x78, 8)
      put(0x01, 8)
    },
    add(pixels, width, height) {
      if (tokens.length < (3 * width + 1) * height) tokens = new Int32Array((3 * width + 1) * height)
      tokenCount = 0
      literalCounts.fill(0)
      distanceCounts.fill(0)
      lastSeen.fill(-1)
      for (let row = 0; row < height; row++) readRow(pixels, row, width)
      writeBlock()
    },
    end() {
      // An empty last block of stored bytes, then the checksum.
      put(1, 3)
      if (bitCount > 0) put(0, 8 - bitCount)
      for (const byte of [0, 0, 0xff, 0xff]) put(byte, 8)
      for (const part of [sumOfSums >>> 8, sumOfSums & 255, sum >>> 8, sum & 255]) put(part, 8)
      return out.subarray(0, at)
    },
  }
}
