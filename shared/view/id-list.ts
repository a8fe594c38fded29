import { z } from 'zod'
import type { Pattern } from './pattern.ts'

/** Maximum number of entries of a list. */
const MAX_ENTRIES = 20
/** Maximum number of characters of a list. */
const MAX_LENGTH = 1_000

/** Schema of a list of ids or patterns, in one text: see `readPatterns`. */
export const idList = z
  .string()
  .max(MAX_LENGTH, { error: `must have at most ${MAX_LENGTH} characters`, abort: true })
  .refine((it) => readIds(it).every((id) => id !== ''), 'must be ids joined by commas, none of them empty')
  .refine((it) => readIds(it).length <= MAX_ENTRIES, `must have at most ${MAX_ENTRIES} entries`)

/** Splits a list at its commas, and its entries at their asterisks. A backslash makes the character after it an ordinary one. */
export function readPatterns(list: string): Pattern[] {
  const patterns = [['']]
  for (const [token, character = ''] of list.matchAll(/\\?([^])/gu)) {
    const parts = patterns.at(-1)!
    if (token === ',') patterns.push([''])
    else if (token === '*') parts.push('')
    else parts[parts.length - 1] += character
  }
  return patterns
}

/** Writes a list of ids. Leaves out the last ones if there are more than a list may have. */
export function writeIds(ids: readonly string[]): string {
  const escaped = ids.slice(0, MAX_ENTRIES).map((it) => it.replaceAll(/[\\,*]/g, String.raw`\$&`))
  while (escaped.length > 1 && escaped.join(',').length > MAX_LENGTH) escaped.pop()
  return escaped.join(',')
}

/** Splits a list of ids, in which an asterisk is an ordinary character. */
export function readIds(list: string): string[] {
  return readPatterns(list).map((it) => it.join('*'))
}
