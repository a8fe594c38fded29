import { truncate } from '../../truncate.ts'
import type { Font, TextRun } from '../draw/display-list.ts'

/** The width of a run in px. */
export type Measure = (run: TextRun) => number

/** A line of text with its width in px. */
export interface Line {
  text: string
  width: number
}

/** No line breaks after these characters. */
const OPENING = /[\p{Ps}\p{Pi}\p{Sc}@#]$/u
const FIRST_LETTER = /\p{L}/u
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const ELLIPSIS = '…'
/** Most characters of a line: more fit on none, save marks without a width of their own. */
const MAX_LINE_CHARACTERS = 120

const words = new Intl.Segmenter('und', { granularity: 'word' })
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Whether the first letter says that the text reads from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '')
}

/**
 * Breaks text, which is one line of visible characters, into lines of at most `maxWidth`, at words where possible and never inside a character.
 * What does not fit on `maxLines` ends in an ellipsis.
 */
export function wrap(whole: string, font: Font, maxWidth: number, maxLines: number, measure: Measure): Line[] {
  if (whole === '') return []
  const text = truncate(whole, maxLines * MAX_LINE_CHARACTERS + 1)
  const width = measure({ text, font })
  if (width <= maxWidth) return [{ text, width }]
  // One line more than wanted tells whether there is a rest; nothing beyond it is looked at.
  const lines = breakLines(text, font, maxWidth, maxLines + 1, measure)
  if (lines.length > maxLines) {
    const rest = lines.slice(maxLines - 1).join(' ')
    lines.splice(maxLines - 1, lines.length, shorten(rest, font, maxWidth, measure))
  }
  return lines.map((it) => ({ text: it, width: measure({ text: it, font }) }))
}

function breakLines(text: string, font: Font, maxWidth: number, maxLines: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  let lineWidth = 0
  for (const piece of pieces(text, font, maxWidth, measure)) {
    const width = measure({ text: piece, font })
    if (line !== '' && lineWidth + measure({ text: piece.trimEnd(), font }) > maxWidth) {
      lines.push(line.trimEnd())
      if (lines.length === maxLines) return lines
      line = ''
      lineWidth = 0
    }
    line += piece
    lineWidth += width
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines
}

/** The parts between which a line may break. A word too long for any line is broken between its characters. */
function* pieces(text: string, font: Font, maxWidth: number, measure: Measure): Generator<string> {
  for (const word of wordsOf(text)) {
    if (measure({ text: word.trimEnd(), font }) <= maxWidth) yield word
    else for (const { segment } of graphemes.segment(word)) yield segment
  }
}

/** Words with the punctuation and the space that belong to them. */
function* wordsOf(text: string): Generator<string> {
  let word = ''
  for (const { segment, isWordLike } of words.segment(text)) {
    const isAfterSpace = word.endsWith(' ') && segment !== ' '
    if (isAfterSpace || (isWordLike && word !== '' && !OPENING.test(word))) {
      yield word
      word = ''
    }
    word += segment
  }
  if (word !== '') yield word
}

/** The beginning of a text and an ellipsis. Characters are summed one by one: shaping only ever makes them narrower. */
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
