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

/** An amount of money, written without the escape that its `$` would get in text. */
export interface Amount extends Literal {
  type: 'amount'
}

declare module 'mdast' {
  interface PhrasingContentMap {
    amount: Amount
  }
  interface RootContentMap {
    amount: Amount
  }
}

/** Matches text that GFM and its relatives turn into a link even where it is escaped: a scheme, `www.`, an e-mail address. */
const becomesLink = /\w:\/\/|www\.|[\w+.-]@[\w-]/i

/** Further such words are cut off: no name has as many, and a map full of them would keep a worker busy for long. */
const MAX_CODE_WORDS = 8

/** As much of a text of a map as its files show. */
export function shownText(value: string): string {
  if (!becomesLink.test(value)) return value
  const words = value.split(' ')
  let left = MAX_CODE_WORDS
  const end = words.findIndex((it) => becomesLink.test(it) && left-- === 0)
  return end < 0 ? value : [...words.slice(0, end), '…'].join(' ')
}

/**
 * Text of a map, which must be one line. Words that would become links are shown as code: they read the same and stay
 * text.
 */
export function mapText(value: string): PhrasingContent[] {
  if (!becomesLink.test(value)) return [text(value)]
  const content: PhrasingContent[] = []
  let plain = ''
  for (const [index, word] of shownText(value).split(' ').entries()) {
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
 * Pipes stay outside: within code, no escape would keep one from ending a table's cell after a backslash. So does an `@`
 * before code.
 */
function codeOf(word: string): PhrasingContent[] {
  return word.split(/(^@+|\|@*)/).map((it, index) => (index % 2 === 0 ? inlineCode(it) : text(it)))
}

/** A text, which is escaped where it would be syntax. */
export function text(value: string): Text {
  return { type: 'text', value }
}

/** An amount of money: see `Amount`. */
export function amount(value: string): Amount {
  return { type: 'amount', value }
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

/** Neighbouring texts become one: the serialiser looks at each twice, to know what the one before it is followed by. */
export function paragraph(children: PhrasingContent[]): Paragraph {
  const merged: PhrasingContent[] = []
  for (const child of children) {
    const last = merged.at(-1)
    if (last?.type === 'text' && child.type === 'text') merged.splice(-1, 1, text(last.value + child.value))
    else merged.push(child)
  }
  return { type: 'paragraph', children: merged }
}

/** A list with one line per item. There is no empty list in markdown: `items` must have at least one. */
export function bulletList(items: PhrasingContent[][]): List {
  return {
    type: 'list',
    ordered: false,
    spread: false,
    children: items.map((it) => ({ type: 'listItem', spread: false, children: [paragraph(it)] })),
  }
}

/** A table of GitHub's kind, one line per row. */
export function table(header: readonly string[], rows: readonly PhrasingContent[][][]): Table {
  const headerRow = header.map((it) => [text(it)])
  return { type: 'table', children: [headerRow, ...rows].map(tableRow) }
}

function tableRow(cells: readonly PhrasingContent[][]): TableRow {
  return { type: 'tableRow', children: cells.map((children) => ({ type: 'tableCell', children })) }
}

/** Sentences of our own, in which text between backticks is code. */
export function prose(value: string): PhrasingContent[] {
  return value.split('`').map((it, index) => (index % 2 === 0 ? text(it) : inlineCode(it)))
}
