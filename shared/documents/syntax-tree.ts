import type {
  Code,
  Emphasis,
  Heading,
  InlineCode,
  List,
  Literal,
  Paragraph,
  PhrasingContent,
  Strong,
  Table,
  TableRow,
  Text,
} from 'mdast'

/** An amount of money. Unlike in text, its `$` is written without an escape. */
export interface Amount extends Literal {
  type: 'amount'
}

/** A punctuation character with a backslash before it, where Markdown needs none. */
export interface Escaped extends Literal {
  type: 'escaped'
}

/** A part of the name of a service. Wherever it stands in a line, it has the same escapes, so that a search finds all lines with the name. */
export interface Name extends Literal {
  type: 'name'
}

declare module 'mdast' {
  interface PhrasingContentMap {
    amount: Amount
    escaped: Escaped
    name: Name
  }
  interface RootContentMap {
    amount: Amount
    escaped: Escaped
    name: Name
  }
}

/** Matches text that GFM dialects turn into a link even if it is escaped: a scheme, `www.`, an e-mail address. */
const becomesLink = /\w:\/\/|www\.|[\w+.-]@[\w-]/i

/** Maximum number of words in a text that become links; the rest is cut off. Real names have fewer, and each takes long to serialise. */
const MAX_CODE_WORDS = 8

/** The part of a map's text that files show: see `MAX_CODE_WORDS`. */
export function shownText(value: string): string {
  if (!becomesLink.test(value)) return value
  const words = value.split(' ')
  let left = MAX_CODE_WORDS
  const end = words.findIndex((it) => becomesLink.test(it) && left-- === 0)
  return end < 0 ? value : [...words.slice(0, end), '…'].join(' ')
}

/**
 * Converts a map's text, which must be one line. Words that would become links are written as code: they look the same,
 * but are no links.
 */
export function mapText(value: string): PhrasingContent[] {
  return composedText(shownText(value))
}

/** Converts the name of a service: see `Name`. */
export function nameText(value: string): PhrasingContent[] {
  return mapText(value).map((it) => (it.type === 'text' ? { type: 'name', value: it.value } : it))
}

/** Converts our own words with texts of a map among them, of which each is short or a `shownText`: nothing is cut off. */
export function composedText(value: string): PhrasingContent[] {
  if (!becomesLink.test(value)) return [text(value)]
  const content: PhrasingContent[] = []
  let plain = ''
  for (const [index, word] of value.split(' ').entries()) {
    if (index > 0) plain += ' '
    if (!becomesLink.test(word)) {
      plain += word
    } else {
      content.push(text(plain), ...codeOf(word))
      plain = ''
    }
  }
  content.push(text(plain))
  return content.filter((it) => !('value' in it) || it.value !== '')
}

/**
 * Writes a word as code, with its pipes outside: in code, a pipe after a backslash would end a table cell despite its escape.
 * An `@` before code also stays outside.
 */
function codeOf(word: string): PhrasingContent[] {
  return word.split(/(^@+|\|@*)/).map((it, index) => (index % 2 === 0 ? inlineCode(it) : text(it)))
}

/** A text. The serialiser escapes its Markdown syntax. */
export function text(value: string): Text {
  return { type: 'text', value }
}

/** An amount of money: see `Amount`. */
export function amount(value: string): Amount {
  return { type: 'amount', value }
}

/** A punctuation character that looks the same once rendered, but differs for a reader of single lines: see `Escaped`. */
export function escaped(character: string): Escaped {
  return { type: 'escaped', value: character }
}

/** Strong emphasis. */
export function strong(children: PhrasingContent[]): Strong {
  return { type: 'strong', children }
}

/** A text with emphasis. */
export function emphasis(value: string): Emphasis {
  return { type: 'emphasis', children: [text(value)] }
}

function inlineCode(value: string): InlineCode {
  return { type: 'inlineCode', value }
}

/** A fenced code block. */
export function codeBlock(lang: string, value: string): Code {
  return { type: 'code', lang, value }
}

/** A heading. */
export function heading(depth: 1 | 2, children: PhrasingContent[]): Heading {
  return { type: 'heading', depth, children }
}

/** A paragraph. Adjacent texts are merged, since the serialiser visits each text twice. */
export function paragraph(children: PhrasingContent[]): Paragraph {
  const merged: PhrasingContent[] = []
  for (const child of children) {
    const last = merged.at(-1)
    if (last?.type === 'text' && child.type === 'text') merged.splice(-1, 1, text(last.value + child.value))
    else merged.push(child)
  }
  return { type: 'paragraph', children: merged }
}

/** A list with one line per item. `items` must not be empty: Markdown has no empty list. */
export function bulletList(items: PhrasingContent[][]): List {
  return {
    type: 'list',
    ordered: false,
    spread: false,
    children: items.map((it) => ({ type: 'listItem', spread: false, children: [paragraph(it)] })),
  }
}

/** A GFM table, with one line per row. */
export function table(header: readonly string[], rows: readonly PhrasingContent[][][]): Table {
  const headerRow = header.map((it) => [text(it)])
  return { type: 'table', children: [headerRow, ...rows].map(tableRow) }
}

function tableRow(cells: readonly PhrasingContent[][]): TableRow {
  return { type: 'tableRow', children: cells.map((children) => ({ type: 'tableCell', children })) }
}

/** Converts our own sentences. Text between backticks becomes code. */
export function prose(value: string): PhrasingContent[] {
  return value.split('`').map((it, index) => (index % 2 === 0 ? text(it) : inlineCode(it)))
}
