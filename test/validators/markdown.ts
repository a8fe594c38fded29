import { lint } from 'markdownlint/sync'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

const gfmOptions = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }

/** Parses GitHub Flavored Markdown. */
export function parseGfm(markdown: string): Root {
  return fromMarkdown(markdown, gfmOptions)
}

/** Parses CommonMark, which has no tables, footnotes and bare links. */
export function parseCommonMark(markdown: string): Root {
  return fromMarkdown(markdown)
}

/** All nodes of a tree, parents first. */
export function allNodes(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(allNodes) : [])]
}

/** The visible text of a node. */
export function textOf(node: Nodes): string {
  if ('children' in node) return node.children.map(textOf).join('')
  return 'value' in node ? node.value : ''
}

/** The indented types of all nodes below a node, except text and inline code, so that a test finds unexpected nodes. */
export function outlineOf(node: Nodes, indent = ''): string[] {
  if (!('children' in node)) return []
  return node.children.flatMap((child) => {
    if (child.type === 'text' || child.type === 'inlineCode') return []
    return [indent + describe(child), ...outlineOf(child, `${indent}  `)]
  })
}

function describe(node: Nodes): string {
  if (node.type === 'heading') return `${'#'.repeat(node.depth)} ${textOf(node)}`
  if (node.type === 'list' && node.ordered) return 'numbered list'
  if (node.type === 'listItem' && typeof node.checked === 'boolean') return 'task'
  return node.type
}

/** The expected outline of a list with `content` in each item; of a paragraph where there are no items. */
export function listOutline(items: number, ...content: string[]): string[] {
  if (items === 0) return ['paragraph']
  const item = ['  listItem', '    paragraph', ...content.map((it) => `      ${it}`)]
  return ['list', ...Array.from({ length: items }, () => item).flat()]
}

/** Numbers of nodes by type, except text, inline code and paragraphs. */
export function countNodes(root: Root): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { type } of allNodes(root)) {
    if (!['root', 'text', 'inlineCode', 'paragraph'].includes(type)) counts[type] = (counts[type] ?? 0) + 1
  }
  return counts
}

/** The findings of markdownlint, such as `MD013 line 5: …`. */
export function lintMarkdown(markdown: string, config: Record<string, boolean> = {}): string[] {
  const found = lint({ strings: { file: markdown }, config: { default: true, ...config } })
  return (found['file'] ?? []).map((it) => `${it.ruleNames[0]} line ${it.lineNumber}: ${it.errorContext ?? ''}`)
}

/** Turns off the markdownlint rules that texts of a map may break: long lines, repeated headings, punctuation in headings. */
export const ignoreMapText = { MD013: false, MD024: false, MD026: false }
