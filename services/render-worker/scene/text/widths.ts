import { drawnFontSize, type Font, type FontFace, type TextRun } from './font.ts'

/** A map from runs of text to numbers. */
export interface RunMap {
  get(run: TextRun): number | undefined
  set(run: TextRun, value: number): void
}

/**
 * Measured widths in px. The width of a plain text, in any size, follows from its pairs of characters, so only pairs are
 * stored of plain texts. After a few maps, most widths are known.
 */
export interface Widths extends RunMap {
  readonly size: number
  /** The runs to measure for the widths of `runs`: the runs themselves, or their pairs and characters. */
  missingRuns(runs: readonly TextRun[]): TextRun[]
}

/** Matches texts in which spacing depends only on adjacent characters in our faces. A test compares it with Chromium. */
const PLAIN = /^[\w ,.$€£¥&+/'"#%;?|=-]*$/
/** Exceptions to `PLAIN`, where pairs do not determine the width: a multiplication sign and a raised hyphen in Inter, ligatures in Shantell Sans. */
const exceptions: Partial<Record<FontFace, RegExp>> = { sans: /\dx\d|[A-Z]-[a-z]/, sketch: /f[fil]|--/ }

/** Font size in px at which parts are measured: the units per em of our faces, so that no width is rounded. */
const EM = 2_048

/** Creates an empty store of widths. */
export function createWidths(): Widths {
  const whole = createRunMap()
  const partsOf = createPerFont(partsKey, () => new Map<number, number>())
  let size = 0

  return {
    get size() {
      return size
    },
    get: (run) => (isMadeOfPairs(run) ? sumOfParts(run, partsOf(run.font)) : whole.get(run)),
    set(run, width) {
      size++
      if (run.font.size === EM) partsOf(run.font).set(codeOf(run.text, 0, run.text.length), width)
      else whole.set(run, width)
    },
    missingRuns(runs) {
      const missingRuns: TextRun[] = []
      const requestedOf = createPerFont(partsKey, () => new Set<number>())
      for (const run of runs) {
        if (!isMadeOfPairs(run)) {
          missingRuns.push(run)
          continue
        }
        const { text, font } = run
        const known = partsOf(font)
        const requested = requestedOf(font)
        forEachPart(text, (at, length) => {
          const code = codeOf(text, at, length)
          if (known.has(code) || requested.has(code)) return
          requested.add(code)
          missingRuns.push({ text: text.slice(at, at + length), font: { ...font, size: EM } })
        })
      }
      return missingRuns
    },
  }
}

/** Creates an empty map. */
export function createRunMap(): RunMap {
  const numbersOf = createPerFont(
    ({ face, size, weight }) => `${face} ${size} ${weight}`,
    () => new Map<string, number>(),
  )
  return {
    get: ({ text, font }) => numbersOf(font).get(text),
    set: ({ text, font }, value) => void numbersOf(font).set(text, value),
  }
}

function partsKey({ face, weight }: Font): string {
  return `${face} ${weight}`
}

/** Creates a function that returns one value for all fonts with the same key. */
function createPerFont<Value>(keyOf: (font: Font) => string, create: () => Value): (font: Font) => Value {
  const byKey = new Map<string, Value>()
  // A large map has millions of lookups, so building a key of font and text for each would be slow.
  const byIdentity = new WeakMap<Font, Value>()
  return (font) => {
    const known = byIdentity.get(font)
    if (known) return known
    const key = keyOf(font)
    const value = byKey.get(key) ?? create()
    byKey.set(key, value)
    byIdentity.set(font, value)
    return value
  }
}

function isMadeOfPairs({ text, font }: TextRun): boolean {
  return PLAIN.test(text) && !exceptions[font.face]?.test(text)
}

/** Visits the pairs of a text, and the characters that two pairs share. */
function forEachPart(text: string, visit: (at: number, length: number) => void): void {
  visit(0, Math.min(2, text.length))
  for (let at = 1; at < text.length - 1; at++) {
    visit(at, 1)
    visit(at, 2)
  }
}

function sumOfParts({ text, font }: TextRun, widths: ReadonlyMap<number, number>): number | undefined {
  let sum = 0
  forEachPart(text, (at, length) => {
    const width = widths.get(codeOf(text, at, length)) ?? NaN
    sum += length === 1 && at > 0 ? -width : width
  })
  return Number.isNaN(sum) ? undefined : (sum * drawnFontSize(font.size)) / EM
}

/** Encodes at most two characters of a text as a number. */
function codeOf(text: string, at: number, length: number): number {
  let code = 0
  for (let index = at; index < at + length; index++) code = code * 0x10000 + text.charCodeAt(index)
  return code
}
