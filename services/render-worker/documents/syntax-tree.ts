import type { Code, Heading, InlineCode, List, Literal, Paragraph, PhrasingContent, Strong, Text } from 'mdast'

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

/** What GFM and its relatives turn into a link, even where it is escaped: a scheme, `www.`, an e-mail address. */
const becomesLink = /\w:\/\/|www\.|[\w+.-]@[\w-]/i

/** Further such words are cut off: no name has as many, and a map full of them would keep a worker busy for long. */
const MAX_CODE_WORDS = 8

/**
 * Text of a map, which must be one line. Words that would become links are shown as code: they read the same and stay
 * text. An `@` before such a word stays outside, where it is escaped.
 */
export function mapText(value: string): PhrasingContent[] {
  if (!becomesLink.test(value)) return [text(value)]
  const content: PhrasingContent[] = []
  let plain = ''
  for (const [index, word] of value.split(' ').entries()) {
    if (index > 0) plain += ' '
    if (!becomesLink.test(word)) {
      plain += word
    } else if (content.length === 2 * MAX_CODE_WORDS) {
      plain += '…'
      break
    } else {
      const code = word.replace(/^@+/, '')
      content.push(text(plain + word.slice(0, -code.length)), inlineCode(code))
      plain = ''
    }
  }
  content.push(text(plain))
  return content.filter((it) => it.type !== 'text' || it.value !== '')
}

export function text(value: string): Text {
  return { type: 'text', value }
}

export function amount(value: string): Amount {
  return { type: 'amount', value }
}

export function strong(children: PhrasingContent[]): Strong {
  return { type: 'strong', children }
}

function inlineCode(value: string): InlineCode {
  return { type: 'inlineCode', value }
}

export function codeBlock(lang: string, value: string): Code {
  return { type: 'code', lang, value }
}

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

/** Sentences of our own, in which text between backticks is code. */
export function prose(value: string): PhrasingContent[] {
  return value.split('`').map((it, index) => (index % 2 === 0 ? text(it) : inlineCode(it)))
}
