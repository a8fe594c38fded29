import { lint } from 'markdownlint/sync'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** What others read in a file of ours, by a parser that is not ours. */
export function readMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
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
