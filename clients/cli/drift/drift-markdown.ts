import { diffMarkdown, MAX_COMMENT_LENGTH } from '../../../shared/diff/diff-markdown.ts'
import { breakMentions } from '../../../shared/documents/mentions.ts'
import { composedText, paragraph, shownText } from '../../../shared/documents/syntax-tree.ts'
import { writeMarkdown } from '../../../shared/documents/write-markdown.ts'
import type { ReadDrift } from './read-drift.ts'

const MEANING = '\nAdded is what was seen and is not in the map; removed is what is in the map and was not seen.\n'

/** Writes a drift as Markdown for an issue or a comment. @param sides names of the map and of the file with what was seen */
export function driftMarkdown(
  { comparison, leftOut }: ReadDrift,
  sides: { map: string; observed: string },
  maxLength = MAX_COMMENT_LENGTH,
): string {
  const end = MEANING + noteOn(leftOut)
  return diffMarkdown(comparison, { from: sides.map, to: sides.observed }, maxLength - end.length) + end
}

function noteOn(leftOut: readonly string[]): string {
  if (leftOut.length === 0) return ''
  const phrases = leftOut.map(shownText).join('; ')
  const note = writeMarkdown([paragraph(composedText(`Left out of what was seen: ${phrases}.`))])
  return `\n${breakMentions(note.toString())}`
}
