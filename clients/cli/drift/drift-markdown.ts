import { diffMarkdown, MAX_COMMENT_LENGTH } from '../../../shared/diff/diff-markdown.ts'
import type { Drift } from './drift.ts'

const MEANING = '\nAdded is what was seen and is not in the map; removed is what is in the map and was not seen.\n'

/** Writes a drift as Markdown for an issue or a comment. @param sides names of the map and of the file with what was seen */
export function driftMarkdown(
  { comparison }: Drift,
  sides: { map: string; observed: string },
  maxLength = MAX_COMMENT_LENGTH,
): string {
  return diffMarkdown(comparison, { from: sides.map, to: sides.observed }, maxLength - MEANING.length) + MEANING
}
