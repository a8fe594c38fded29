import type { Root, RootContent, Text } from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { defaultHandlers, type Info, type Options, type State, toMarkdown, type Unsafe } from 'mdast-util-to-markdown'
import type { Amount, Escaped, Name } from './syntax-tree.ts'

/**
 * Characters that are syntax in dialects of CommonMark: strikethrough, formulas, an agent's `@path` import, and the cells of tables, so that a name
 * has the same escapes in a list and in a table.
 */
const unsafe: Unsafe[] = [
  { character: '|', inConstruct: 'phrasing' },
  { character: '~', inConstruct: 'phrasing' },
  { character: '$', inConstruct: 'phrasing' },
  { character: '@', inConstruct: 'phrasing' },
]

/** Matches `&` in a complete character reference. Any other `&`, as in `R&D`, needs no escape. */
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
    escaped: ({ value }: Escaped) => `\\${value}`,
    text: ({ value }: Text, _parent, state, info) => safe(value, state, info),
    // At the start of a line, most characters are syntax.
    name: ({ value }: Name, _parent, state, info) => safe(value, state, { ...info, before: '\n', after: '\n' }),
    root(node: Root, parent, state, info) {
      state.unsafe = state.unsafe.filter(canOccur).concat(characterReference)
      return defaultHandlers.root(node, parent, state, info)
    },
  },
}

/** Matches characters that are syntax within a line of Markdown. */
const special = /[!#$&*<@[\\\]_`|~]/
const letterFirst = /^\p{L}/u

function safe(value: string, state: State, info: Info): string {
  return needsNoEscape(value, info) ? value : state.safe(value, info)
}

/** Whether a text needs no escapes. This shortcut skips the serialiser's slow check for most texts. */
function needsNoEscape(value: string, { before }: Info): boolean {
  if (special.test(value) || before === ']') return false
  return !/[\r\n]/.test(before) || letterFirst.test(value)
}

/** Serialises blocks of a syntax tree as CommonMark. */
export function writeMarkdown(blocks: RootContent[]): Buffer {
  return Buffer.from(toMarkdown({ type: 'root', children: blocks }, options))
}

/** Whether a pattern can occur in our trees, which have no links, titles or blank lines in text. Omitting the others halves the time. */
function canOccur({ character, inConstruct }: Unsafe): boolean {
  if (!inConstruct) return true
  if (/[\s&]/.test(character)) return false
  return [inConstruct].flat().some((it) => it === 'phrasing' || it === 'headingAtx' || it === 'tableCell')
}
