import { lint } from 'markdownlint/sync'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

const gfmOptions = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }

/** What others read in a file of ours, by a parser that is not ours. */
export function readMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, gfmOptions)
}

/** The same for those who know nothing of GitHub's tables, footnotes and bare links. */
export function readCommonMark(markdown: string): Root {
  return fromMarkdown(markdown)
}

/** Every node of a tree, parents first. */
export function nodesOf(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesOf) : [])]
}

/** What a reader sees of a node. */
export function textOf(node: Nodes): string {
  if ('children' in node) return node.children.map(textOf).join('')
  return 'value' in node ? node.value : ''
}

/** Every node below one but text and code in a line, in order and indented, so that what does not belong there is seen. */
export function outlineOf(node: Nodes, indent = ''): string[] {
  if (!('children' in node)) return []
  return node.children.flatMap((it) => {
    if (it.type === 'text' || it.type === 'inlineCode') return []
    return [indent + describe(it), ...outlineOf(it, `${indent}  `)]
  })
}

function describe(node: Nodes): string {
  if (node.type === 'heading') return `${'#'.repeat(node.depth)} ${textOf(node)}`
  if (node.type === 'list' && node.ordered) return 'numbered list'
  if (node.type === 'listItem' && typeof node.checked === 'boolean') return 'task'
  return node.type
}

/** The outline of a list of paragraphs, which hold `content`; of a paragraph where there are no items. */
export function outlineOfList(items: number, ...content: string[]): string[] {
  if (items === 0) return ['paragraph']
  const item = ['  listItem', '    paragraph', ...content.map((it) => `      ${it}`)]
  return ['list', ...Array.from({ length: items }, () => item).flat()]
}

/** How often each kind of node occurs, kinds of plain content left out. */
export function structureOf(root: Root): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { type } of nodesOf(root)) {
    if (!['root', 'text', 'inlineCode', 'paragraph'].includes(type)) counts[type] = (counts[type] ?? 0) + 1
  }
  return counts
}

/** What markdownlint has to say, as in `MD013 line 5`. */
export function lintMarkdown(markdown: string, config: Record<string, boolean> = {}): string[] {
  const found = lint({ strings: { file: markdown }, config: { default: true, ...config } })
  return (found['file'] ?? []).map((it) => `${it.ruleNames[0]} line ${it.lineNumber}: ${it.errorContext ?? ''}`)
}

/** Rules about what is the map's own: long lines, and a name that ends in punctuation or equals a section's. */
export const rulesForOurPart = { MD013: false, MD024: false, MD026: false }
