import { truncate } from '@maps/shared/text'
import type { Font, TextRun } from './font.ts'

/** The width of a run in px. */
export type Measure = (run: TextRun) => number

/** A line of text with its width in px. */
export interface TextLine {
  text: string
  width: number
}

/** A part of a text, after which a line may end, or a line. */
interface Piece {
  text: string
  /** What a line shows that ends after it: a hyphen within a word. */
  ending: '' | '-'
}

/** Matches text after which no line breaks: opening punctuation or the sign of degrees, or nothing but punctuation since the last space, as the slash of `/maps`. */
const OPENING = /^[\p{P}\p{S}]+$|[\p{Ps}\p{Pi}\p{Sc}@#°]$/u
const FIRST_LETTER = /\p{L}/u
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Where a line may end after a space: not between a number and its sign, as in "10 %". */
const AFTER_SPACE = /(?<= )(?!(?<=\d )(?:[%‰°]|\p{Sc}(?!\d)))/u
/** Matches a word that may get a hyphen: in a script with small letters, and no name with punctuation, digits or capitals inside. */
const PLAIN_WORD = /^\p{P}*\p{L}[\p{Ll}\p{M}]*[\p{P} ]*$/u
/** Where a plain word may get a hyphen: with three letters before and after. */
const HYPHENATION = /(?<=(?:\p{L}\p{M}*){3})(?=(?:\p{L}\p{M}*){3})/u
/** Where a long name has a joint: before a capital, as in `OrderPaid` but not `gRPC`, and after punctuation, as in `orders.paid`. */
const JOINT = /(?<=\p{Ll}{2})(?=\p{Lu})|(?<=[._/-])(?=[\p{L}\p{N}])/u
const ELLIPSIS = '…'
/** Maximum number of characters of a line. More do not fit, except combining marks without a width. */
const MAX_LINE_CHARACTERS = 120

/** Px by which the widths of a text in Chromium and in HarfBuzz may differ. PNG and SVG must have the same lines. */
const ROUNDING = 0.05
/** Widths to try for even lines, as factors of the mean width. */
const EVEN_FACTORS = [1.05, 1.2, 1.35]

const words = new Intl.Segmenter('und', { granularity: 'word' })
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Whether a text reads from right to left, by its first letter. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '')
}

/**
 * Wraps a text without line breaks into lines of at most `maxWidth` px, at word boundaries if possible, and never inside a grapheme.
 * A text that does not fit on `maxLines` ends in an ellipsis.
 */
export function wrap(whole: string, font: Font, maxWidth: number, maxLines: number, measure: Measure): TextLine[] {
  if (whole === '') return []
  const text = truncate(whole, maxLines * MAX_LINE_CHARACTERS + 1)
  const width = measure({ text, font })
  if (fits(width, maxWidth)) return [{ text, width }]
  // One line more than `maxLines` shows whether the text fits.
  const lines = breakLines(piecesOf(text, font, maxWidth, measure), font, maxWidth, maxLines + 1, measure)
  if (lines.length > maxLines) {
    const rest = lines.splice(maxLines - 1).map((it) => it.text)
    lines.push({ text: shorten(rest.join(''), font, maxWidth, measure), ending: '' })
  }
  return measured(lines, font, measure)
}

/**
 * Wraps a text at its spaces into as few lines as possible, and of about equal width. A text with a word that is too long for a line is
 * wrapped by `wrap`.
 */
export function wrapEvenly(text: string, font: Font, maxWidth: number, measure: Measure): TextLine[] {
  const words = text.split(AFTER_SPACE)
  const isShort = (part: string): boolean => fits(measure({ text: part, font }), maxWidth)
  if (isShort(text) || !words.every((it) => isShort(it.trimEnd()))) return wrap(text, font, maxWidth, Infinity, measure)
  const pieces = words.map((text): Piece => ({ text, ending: '' }))
  const linesWithin = (width: number): TextLine[] =>
    measured(breakLines(pieces, font, width, Infinity, measure), font, measure)
  const lines = linesWithin(maxWidth)
  const mean = lines.reduce((sum, it) => sum + it.width, 0) / lines.length
  const even = EVEN_FACTORS.values().map((it) => linesWithin(mean * it))
  return even.find((it) => it.length === lines.length && it.every(({ width }) => fits(width, maxWidth))) ?? lines
}

/** Width of the widest part of a text between two spaces or joints of names, in px. Narrower lines break inside words. */
export function widestPart(text: string, font: Font, measure: Measure): number {
  const parts = text.split(AFTER_SPACE).flatMap((it) => it.trimEnd().split(JOINT))
  return parts.reduce((widest, it) => Math.max(widest, measure({ text: it, font })), 0)
}

function fits(width: number, maxWidth: number): boolean {
  return width <= maxWidth + ROUNDING
}

function measured(lines: readonly Piece[], font: Font, measure: Measure): TextLine[] {
  return lines.map((line) => {
    const text = line.text.trimEnd() + line.ending
    return { text, width: measure({ text, font }) }
  })
}

/** Distributes pieces to lines, which keep the spaces at their ends. */
function breakLines(
  pieces: Iterable<Piece>,
  font: Font,
  maxWidth: number,
  maxLines: number,
  measure: Measure,
): Piece[] {
  const lines: Piece[] = []
  let line: Piece = { text: '', ending: '' }
  let lineWidth = 0
  for (const { text, ending } of pieces) {
    const width = measure({ text, font })
    if (line.text !== '' && !fits(lineWidth + measure({ text: text.trimEnd() + ending, font }), maxWidth)) {
      lines.push(line)
      if (lines.length === maxLines) return lines
      line = { text: '', ending: '' }
      lineWidth = 0
    }
    line = { text: line.text + text, ending }
    lineWidth += width
  }
  if (line.text.trim() !== '') lines.push(line)
  return lines
}

/** Yields the parts between which a line may break: words, or the parts of a word that is too long for a line, or the graphemes of such a part. */
function* piecesOf(text: string, font: Font, maxWidth: number, measure: Measure): Generator<Piece> {
  const isShort = (piece: string): boolean => fits(measure({ text: piece.trimEnd(), font }), maxWidth)
  for (const spaced of text.split(AFTER_SPACE)) {
    for (const word of wordsOf(spaced)) {
      for (const part of isShort(word) ? [word] : word.split(JOINT)) {
        if (isShort(part)) yield { text: part, ending: '' }
        else yield* lettersOf(part, PLAIN_WORD.test(spaced), isShort)
      }
    }
  }
}

/** Yields the graphemes of a part of a word that is too long for a line, or the parts between which a plain word may have a hyphen. */
function* lettersOf(part: string, isPlain: boolean, isShort: (text: string) => boolean): Generator<Piece> {
  const letters = isPlain ? part.split(HYPHENATION) : []
  if (letters.length > 0 && letters.every((it) => isShort(`${it.trimEnd()}-`))) {
    for (const [index, text] of letters.entries()) yield { text, ending: index < letters.length - 1 ? '-' : '' }
  } else {
    for (const { segment } of graphemes.segment(part)) yield { text: segment, ending: '' }
  }
}

/** Yields the words of a text between spaces, with their punctuation and space. */
function* wordsOf(text: string): Generator<string> {
  let word = ''
  for (const { segment, isWordLike } of words.segment(text)) {
    if (isWordLike && word !== '' && !OPENING.test(word)) {
      yield word
      word = ''
    }
    word += segment
  }
  if (word !== '') yield word
}

/** Shortens a text to one line with an ellipsis. It adds up the widths of graphemes, since shaping only makes them narrower. */
function shorten(text: string, font: Font, maxWidth: number, measure: Measure): string {
  let room = maxWidth - measure({ text: ELLIPSIS, font })
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    room -= measure({ text: segment, font })
    if (room < 0) break
    kept += segment
  }
  return kept.trimEnd() + ELLIPSIS
}
