import type { Font, FontFace, TextRun } from '../draw/display-list.ts'
import { drawnFontSize } from '../../fonts/font-size.ts'

/** Numbers by run of text. */
export interface RunMap {
  get(run: TextRun): number | undefined
  set(run: TextRun, value: number): void
}

/**
 * Measured widths in px. The widths of its pairs of characters make up that of a plain text, in every size, so of plain texts only
 * pairs are kept: after some maps there is nothing left to measure in the next.
 */
export interface Widths extends RunMap {
  readonly size: number
  /** The runs to be measured before the widths of these are known: themselves, or pairs and characters of them. */
  lacking(runs: readonly TextRun[]): TextRun[]
}

/** Characters that our faces space by what stands beside them and nothing else; a test compares with Chromium. */
const PLAIN = /^[\w ,.$€£¥&+/'"#%;?|=-]*$/
/** Exceptions to `PLAIN`, where a pair alone does not tell the width: Inter has a multiplication sign and a higher hyphen, Shantell Sans ligatures. */
const exceptions: Partial<Record<FontFace, RegExp>> = { sans: /\dx\d|[A-Z]-[a-z]/, sketch: /f[fil]|--/ }

/** Size in px at which parts are measured: in units of our faces, so that nothing is rounded. */
const EM = 2_048

/** Makes an empty store of widths. */
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
    lacking(runs) {
      const lacking: TextRun[] = []
      const askedOf = createPerFont(partsKey, () => new Set<number>())
      for (const run of runs) {
        if (!isMadeOfPairs(run)) {
          lacking.push(run)
          continue
        }
        const { text, font } = run
        const known = partsOf(font)
        const asked = askedOf(font)
        forEachPart(text, (at, length) => {
          const code = codeOf(text, at, length)
          if (known.has(code) || asked.has(code)) return
          asked.add(code)
          lacking.push({ text: text.slice(at, at + length), font: { ...font, size: EM } })
        })
      }
      return lacking
    },
  }
}

/** Starts without numbers. */
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

/** One value for all fonts with the same key. */
function createPerFont<Value>(keyOf: (font: Font) => string, create: () => Value): (font: Font) => Value {
  const byKey = new Map<string, Value>()
  // Texts are looked up millions of times for a large map: a key made of font and text would be built as often.
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

/** Visits the pairs of a text, and the characters in which they meet. */
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

/** A number for at most two characters of a text. */
function codeOf(text: string, at: number, length: number): number {
  let code = 0
  for (let index = at; index < at + length; index++) code = code * 0x10000 + text.charCodeAt(index)
  return code
}
