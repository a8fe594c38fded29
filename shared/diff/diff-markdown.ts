import type { PhrasingContent } from 'mdast'
import { breakMentions } from '../documents/mentions.ts'
import { mermaidOf } from '../documents/mermaid.ts'
import { bulletList, composedText, paragraph, table, text } from '../documents/syntax-tree.ts'
import { writeMarkdown } from '../documents/write-markdown.ts'
import type { MapContent } from '../map.ts'
import { countNoun, oneLine } from '../text.ts'
import { changeLines, type Comparison, costLines, countChanges, summaryOf } from './diff-words.ts'
import { type MergedMap, mergeMaps } from './merged-map.ts'

/** Maximum length of a comment on GitHub, in characters. */
export const MAX_COMMENT_LENGTH = 65_536
/** Numbers of rows to try. */
const ROWS = [80, 20, 0] as const
/** Maximum number of services of a map whose picture is whole. Of a larger one, the picture has what changed and its connections. */
const MAX_WHOLE = 40
const LEGEND = 'Green is added, red removed, yellow changed.'

/**
 * Writes a diff as Markdown for a pull request: a sentence, the costs that changed, a table of the changes, and a Mermaid picture.
 * @param sides names of both maps in the sentence
 * @param maxLength maximum number of characters, at least 4,000. Rows, and then the picture, are left out if they do not fit
 */
export function diffMarkdown(
  comparison: Comparison,
  sides: { from: string; to: string },
  maxLength = MAX_COMMENT_LENGTH,
): string {
  let texts = ''
  for (const maxRows of ROWS) {
    texts = writeTexts(comparison, sides, maxRows)
    if (texts.length <= maxLength) break
  }
  const picture = pictureOf(comparison)
  const whole = picture === undefined ? texts : `${texts}\n\`\`\`mermaid\n${picture}\n\`\`\`\n\n${LEGEND}\n`
  return whole.length <= maxLength ? whole : texts
}

function writeTexts(comparison: Comparison, sides: { from: string; to: string }, maxRows: number): string {
  const { diff } = comparison
  const sentence = `From ${oneLine(sides.from)} to ${oneLine(sides.to)}: ${summaryOf(diff) || 'no change'}.`
  const costs = costLines(diff).map((it) => [text(it)])
  const rows: PhrasingContent[][][] = []
  for (const { kind, subject, details } of changeLines(comparison)) {
    if (rows.length === maxRows) break
    rows.push([[text(kind)], composedText(subject), composedText(details)])
  }
  const left = countChanges(diff) - rows.length
  const markdown = writeMarkdown([
    paragraph(composedText(sentence)),
    ...(costs.length > 0 ? [bulletList(costs)] : []),
    ...(rows.length > 0 ? [table(['Change', 'Service or connection', 'Details'], rows)] : []),
    ...(left > 0 ? [paragraph([text(`Left out: ${countNoun(left, 'change')}.`)])] : []),
  ])
  return breakMentions(markdown.toString())
}

/** Draws the second map with the elements that were removed from the first; undefined if it is too large, or none of them has changed. */
function pictureOf({ to, diff }: Comparison): string | undefined {
  const merged = mergeMaps({ to, diff })
  if (merged.marks.size === 0) return undefined
  const shown = merged.nodes.length > MAX_WHOLE ? surroundingsOf(merged) : merged
  return mermaidOf(shown, (it) => merged.marks.get(it))
}

/** The marked elements of a map, the edges of marked nodes, and the nodes at the ends of these edges. */
function surroundingsOf({ nodes, edges, marks }: MergedMap): MapContent {
  const ids = new Set(nodes.filter((it) => marks.has(it)).map((it) => it.id))
  const shown = edges.filter((it) => marks.has(it) || ids.has(it.source) || ids.has(it.target))
  for (const { source, target } of shown) ids.add(source).add(target)
  return { nodes: nodes.filter((it) => ids.has(it.id)), edges: shown }
}
