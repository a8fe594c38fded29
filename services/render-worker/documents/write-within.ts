import { estimateTokens } from './estimate-tokens.ts'

/** Number of units of the first try. */
const FIRST_TRY = 32

/** Writes the first units of a file, of which each adds to it, and says how many tokens the file has. */
type Write = (size: number, tokens: number) => Buffer

/**
 * Writes as much of a file as fits into a number of tokens.
 * @param most number of its units
 * @param forms forms of the file, of which each has less beside its units than the one before. The first that fits without units is written,
 * or else the last: names in some scripts take a token for each byte.
 */
export function writeWithin(most: number, maxTokens: number, forms: readonly Write[]): Buffer {
  const fits = (form: Write): boolean => estimateTokens(form(0, maxTokens).toString()) <= maxTokens
  const write = forms.find(fits) ?? forms.at(-1)!
  const estimate = (size: number): number => estimateTokens(write(size, maxTokens).toString())
  const size = largestSize(most, maxTokens, estimate)
  return write(size, estimate(size))
}

/**
 * The largest size up to `most` whose estimate is within a limit; 0 if none is. Estimates grow with the size, roughly in proportion, so
 * few are computed, and none of a size far beyond the limit.
 */
function largestSize(most: number, limit: number, estimate: (size: number) => number): number {
  let fitting = { size: 0, tokens: estimate(0) }
  let tooLarge = { size: most + 1, tokens: Infinity }
  while (tooLarge.size - fitting.size > 1) {
    const size = nextSize(fitting, tooLarge, limit)
    const tried = { size, tokens: estimate(size) }
    if (tried.tokens <= limit) fitting = tried
    else tooLarge = tried
  }
  return fitting.size
}

type Tried = { size: number; tokens: number }

/** A size between two others, near the one that has as many tokens as the limit. */
function nextSize(fitting: Tried, tooLarge: Tried, limit: number): number {
  const known = tooLarge.tokens < Infinity
  const step = known
    ? ((limit - fitting.tokens) / (tooLarge.tokens - fitting.tokens)) * (tooLarge.size - fitting.size)
    : fitting.size === 0
      ? FIRST_TRY
      : (limit / fitting.tokens - 1) * fitting.size
  return fitting.size + Math.min(Math.max(1, Math.round(step)), tooLarge.size - fitting.size - 1)
}
