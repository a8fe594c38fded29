import { z } from 'zod'

/** Maximum number of entries of a list. */
const MAX_ENTRIES = 20
/** Maximum number of characters of a list. */
const MAX_LENGTH = 1_000

/** An entry of a list: the texts between its asterisks. An entry without an asterisk is one text. */
type Pattern = readonly string[]

/** Schema of a list of ids or patterns, in one text: see `readPatterns`. */
export const idList = z
  .string()
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)
  .refine(
    (it) => it.length > MAX_LENGTH || readIds(it).every((id) => id !== ''),
    'must be ids joined by commas, none of them empty',
  )
  .refine(
    (it) => it.length > MAX_LENGTH || readIds(it).length <= MAX_ENTRIES,
    `must have at most ${MAX_ENTRIES} entries`,
  )

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

/** Splits a list of ids, in which an asterisk is an ordinary character. */
export function readIds(list: string): string[] {
  return readPatterns(list).map((it) => it.join('*'))
}

/** Whether an id has the texts of a pattern in their order, the first at its start and the last at its end. Takes linear time. */
export function matches([start = '', ...rest]: Pattern, id: string): boolean {
  const end = rest.pop()
  if (end === undefined) return id === start
  if (!id.startsWith(start)) return false
  let at = start.length
  for (const part of rest) {
    const found = id.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return id.length - end.length >= at && id.endsWith(end)
}
