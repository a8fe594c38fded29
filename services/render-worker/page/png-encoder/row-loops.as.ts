/**
 * The inner loops of the encoder in row-encoder.ts, in AssemblyScript: pixels to tokens, tokens to bits.
 * `npm run build:loops` compiles them to row-loops.wasm.
 *
 * A token is a literal pixel (PIXEL and its colour), the filter byte of a row (FILTER), or a copy of earlier bytes:
 * their number in the upper 16 bits, their distance in the lower.
 */
const PIXEL: u32 = 1 << 30
const FILTER: u32 = 1 << 31

/** Deflate (RFC 1951) copies at most 258 bytes, which is 86 pixels, from at most 32 KiB back. */
const MAX_PIXELS: u32 = 86
const WINDOW: u32 = 32768
/** Maximum distance for the copy of a single pixel. Beyond it, the copy takes more bits than the pixel. */
const NEAR: u32 = 16384
/** Position of a strip's first byte. It puts position 0, of unused entries, outside the window. */
const FIRST: u32 = WINDOW + 1
const ADLER_MODULUS: u64 = 65521

const LITERALS: u32 = 286
const DISTANCES: u32 = 30
const MATCH: u32 = 257
const PAIR_BITS: u32 = 14
const SINGLE_BITS: u32 = 12

/** Hash tables of the latest pairs of adjacent pixels and of single pixels: address or colour, and position in the stream. */
const pairs = memory.data(8 << PAIR_BITS)
const singles = memory.data(8 << SINGLE_BITS)
/** Number of occurrences of each symbol in a strip: literals and lengths, then distances. */
const counts = memory.data(4 * (LITERALS + DISTANCES))
/** Length symbol by number of pixels. */
const lengthSymbols = memory.data(MAX_PIXELS + 1)
/** Code words, with their lengths in the upper 8 bits: by byte, by number of pixels with the extra bits, by symbol. */
const literalCodes = memory.data(4 * 256)
const lengthCodes = memory.data(4 * (MAX_PIXELS + 1))
const distanceCodes = memory.data(4 * DISTANCES)

let sum: u64 = 1
let sumOfSums: u64 = 0
let bits: u64 = 0
let bitCount: u64 = 0
let out: usize = 0

/** Address of the counts of symbols. */
export function countsAt(): usize {
  return counts
}

/** Address of the symbols of lengths. */
export function lengthSymbolsAt(): usize {
  return lengthSymbols
}

/** Address of the code words of bytes. */
export function literalCodesAt(): usize {
  return literalCodes
}

/** Address of the code words of lengths. */
export function lengthCodesAt(): usize {
  return lengthCodes
}

/** Address of the code words of distances. */
export function distanceCodesAt(): usize {
  return distanceCodes
}

/** Address of the first unused byte of memory. */
export function freeAt(): usize {
  return (__heap_base + 15) & ~15
}

/** Begins a picture. */
export function begin(): void {
  sum = 1
  sumOfSums = 0
  bits = 0
  bitCount = 0
}

/** Adler-32 checksum of all rows so far (RFC 1950). */
export function adler32(): u32 {
  return (u32(sumOfSums) << 16) | u32(sum)
}

function distanceSymbol(distance: u32): u32 {
  if (distance < 5) return distance - 1
  const high = 31 - clz(distance - 1)
  return 2 * high + (((distance - 1) >> (high - 1)) & 1)
}

function count(symbol: u32): void {
  const at = counts + (symbol << 2)
  store<u32>(at, load<u32>(at) + 1)
}

function copyToken(pixels: u32, distance: u32): u32 {
  count(MATCH + load<u8>(lengthSymbols + pixels))
  count(LITERALS + distanceSymbol(distance))
  return ((3 * pixels) << 16) | distance
}

/** Number of consecutive pixels of this colour, from `at` and before `end`. */
function runLength(at: usize, end: usize, pixel: u32): u32 {
  const start = at
  const same = i32x4.splat(pixel)
  while (at + 32 <= end) {
    const differences = v128.or(v128.xor(v128.load(at), same), v128.xor(v128.load(at, 16), same))
    if (v128.any_true(differences)) break
    at += 32
  }
  while (at < end && load<u32>(at) == pixel) at += 4
  return u32((at - start) >> 2)
}

/** Adds pixels of one colour to Adler-32, by the closed form of its sums. The remainder is taken once per row. */
function addToSums(pixel: u32, pixels: u64): void {
  const red = u64((pixel >> 16) & 255)
  const green = u64((pixel >> 8) & 255)
  const blue = u64(pixel & 255)
  const each = red + green + blue
  sumOfSums += pixels * (3 * sum + 3 * red + 2 * green + blue) + 3 * each * ((pixels * (pixels - 1)) / 2)
  sum += pixels * each
}

/** Clears the hash tables. */
export function forget(): void {
  memory.fill(pairs, 0, 8 << PAIR_BITS)
  memory.fill(singles, 0, 8 << SINGLE_BITS)
}

/** Converts rows of pixels, each 0xXXRRGGBB, to tokens, and counts their symbols. @returns the number of tokens */
export function tokenize(pixels: usize, width: u32, rows: u32, tokens: usize): u32 {
  forget()
  memory.fill(counts, 0, 4 * (LITERALS + DISTANCES))
  const rowBytes = 3 * width + 1
  let token = tokens
  for (let row: u32 = 0; row < rows; row++) {
    const start = pixels + (usize(row * width) << 2)
    const end = start + (usize(width) << 2)
    const firstPlace = FIRST + row * rowBytes + 1
    store<u32>(token, FILTER)
    token += 4
    count(0)
    sumOfSums += sum
    let at = start
    while (at < end) {
      const pixel = load<u32>(at)
      if (at > start && load<u32>(at - 4) == pixel) {
        let left = runLength(at, end, pixel)
        at += usize(left) << 2
        addToSums(pixel, left)
        while (left > 0) {
          const some = min(left, MAX_PIXELS)
          store<u32>(token, copyToken(some, 3))
          token += 4
          left -= some
        }
        continue
      }
      const place = firstPlace + 3 * u32((at - start) >> 2)
      const hash = pixel * 0x9e3779b1
      if (at + 4 < end) {
        const pair = load<u64>(at)
        const slot = pairs + (usize((hash ^ (load<u32>(at, 4) * 0x85ebca6b)) >> (32 - PAIR_BITS)) << 3)
        const seen = usize(load<u32>(slot))
        const seenPlace = load<u32>(slot, 4)
        store<u32>(slot, u32(at))
        store<u32>(slot, place, 4)
        if (place - seenPlace <= WINDOW && load<u64>(seen) == pair) {
          // A match must not cross the end of either row, where a filter byte follows.
          const rowsBack = row - (seenPlace - FIRST) / rowBytes
          const seenEnd = end - (usize(rowsBack * width) << 2)
          const most = min(MAX_PIXELS, u32(min(end - at, seenEnd - seen) >> 2))
          if (most > 1) {
            let length: u32 = 2
            while (length < most && load<u32>(seen + (usize(length) << 2)) == load<u32>(at + (usize(length) << 2)))
              length++
            store<u32>(token, copyToken(length, place - seenPlace))
            token += 4
            for (const next = at + (usize(length) << 2); at < next; at += 4) addToSums(load<u32>(at), 1)
            continue
          }
        }
      }
      addToSums(pixel, 1)
      const slot = singles + (usize(hash >> (32 - SINGLE_BITS)) << 3)
      const distance = place - load<u32>(slot, 4)
      const isNear = load<u32>(slot) == pixel && distance <= NEAR
      store<u32>(slot, pixel)
      store<u32>(slot, place, 4)
      if (isNear) store<u32>(token, copyToken(1, distance))
      else {
        store<u32>(token, PIXEL | (pixel & 0xffffff))
        count((pixel >> 16) & 255)
        count((pixel >> 8) & 255)
        count(pixel & 255)
      }
      token += 4
      at += 4
    }
    sum %= ADLER_MODULUS
    sumOfSums %= ADLER_MODULUS
  }
  return u32((token - tokens) >> 2)
}

/** Sets the address to write to. */
export function writeTo(address: usize): void {
  out = address
}

/** Address after the last written byte. Up to 7 bits are held back for the next byte. */
export function writtenTo(): usize {
  return out
}

/** Writes the lower `length` bits of a value. */
export function put(value: u32, length: u32): void {
  bits |= u64(value) << bitCount
  bitCount += length
  store<u64>(out, bits)
  out += usize(bitCount >> 3)
  bits >>= bitCount & ~7
  bitCount &= 7
}

/** Completes the byte that is held back. */
export function align(): void {
  put(0, u32((8 - bitCount) & 7))
}

/** Writes tokens in the codes of this strip. A token has at most 48 bits, so it fits into 64 with the held bits. */
export function writeTokens(tokens: usize, tokenCount: u32): void {
  const end = tokens + (usize(tokenCount) << 2)
  let at = out
  let held = bits
  let heldCount = bitCount
  for (; tokens < end; tokens += 4) {
    const token = load<u32>(tokens)
    if (token & PIXEL) {
      const red = load<u32>(literalCodes + ((token >> 14) & 0x3fc))
      held |= u64(red & 0xffffff) << heldCount
      heldCount += red >> 24
      const green = load<u32>(literalCodes + ((token >> 6) & 0x3fc))
      held |= u64(green & 0xffffff) << heldCount
      heldCount += green >> 24
      const blue = load<u32>(literalCodes + ((token << 2) & 0x3fc))
      held |= u64(blue & 0xffffff) << heldCount
      heldCount += blue >> 24
    } else if (token & FILTER) {
      const code = load<u32>(literalCodes)
      held |= u64(code & 0xffffff) << heldCount
      heldCount += code >> 24
    } else {
      const length = load<u32>(lengthCodes + (((token >> 16) / 3) << 2))
      held |= u64(length & 0xffffff) << heldCount
      heldCount += length >> 24
      const distance = token & 0xffff
      const symbol = distanceSymbol(distance)
      const code = load<u32>(distanceCodes + (symbol << 2))
      held |= u64(code & 0xffffff) << heldCount
      heldCount += code >> 24
      if (symbol > 3) {
        const extra = (symbol >> 1) - 1
        held |= u64((distance - 1) & ((1 << extra) - 1)) << heldCount
        heldCount += extra
      }
    }
    store<u64>(at, held)
    at += usize(heldCount >> 3)
    held >>= heldCount & ~7
    heldCount &= 7
  }
  out = at
  bits = held
  bitCount = heldCount
}
