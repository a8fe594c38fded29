import type { Root, RootContent, Text } from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { defaultHandlers, type Info, type Options, toMarkdown, type Unsafe } from 'mdast-util-to-markdown'
import type { Amount } from './syntax-tree.ts'

/** Characters that could become syntax besides CommonMark's own: strikethrough, formulas, and an agent's `@path` import. */
const unsafe: Unsafe[] = [
  { character: '~', inConstruct: 'phrasing' },
  { character: '$', inConstruct: 'phrasing' },
  { character: '@', after: '(?=\\S)', inConstruct: 'phrasing' },
]

/** Only a whole character reference needs an escape: `R&D` stays as it is. */
const characterReference: Unsafe = {
  character: '&',
  after: '(?:#\\d{1,7}|#[Xx][\\dA-Fa-f]{1,6}|[A-Za-z][\\dA-Za-z]{0,31});',
  inConstruct: 'phrasing',
}

const options: Options = {
  extensions: [gfmTableToMarkdown({ tableCellPadding: true, tablePipeAlign: false })],
  bullet: '-',
  listItemIndent: 'one',
  unsafe,
  handlers: {
    amount: ({ value }: Amount) => value,
    text: ({ value }: Text, _parent, state, info) => (isOrdinary(value, info) ? value : state.safe(value, info)),
    root(node: Root, parent, state, info) {
      state.unsafe = state.unsafe.filter(isOfUse).concat(characterReference)
      return defaultHandlers.root(node, parent, state, info)
    },
  },
}

/** Characters with a meaning within a line of markdown. */
const special = /[!#$&*<@[\\\]_`|~]/
const letterFirst = /^\p{L}/u

/** Whether text needs no escape: most does not, and to find that out otherwise takes most of the time. */
function isOrdinary(value: string, { before }: Info): boolean {
  if (special.test(value) || before === ']') return false
  return !/[\r\n]/.test(before) || letterFirst.test(value)
}

/** Serialises blocks of a syntax tree as CommonMark. */
export function writeMarkdown(blocks: RootContent[]): Buffer {
  return Buffer.from(toMarkdown({ type: 'root', children: blocks }, options))
}

/** Our trees have no links, no titles and no blank lines in text; leaving their patterns out saves half the time. */
function isOfUse({ character, inConstruct }: Unsafe): boolean {
  if (!inConstruct) return true
  if (/[\s&]/.test(character)) return false
  return [inConstruct].flat().some((it) => it === 'phrasing' || it === 'headingAtx' || it === 'tableCell')
}
