/** A text with gaps for any text: the parts between its asterisks. A pattern without an asterisk is one part. */
export type Pattern = readonly string[]

/** Whether a text has the parts of a pattern in their order, the first at its start and the last at its end. Never backtracks, unlike a regular expression. */
export function matches([start = '', ...rest]: Pattern, text: string): boolean {
  const end = rest.pop()
  if (end === undefined) return text === start
  if (!text.startsWith(start)) return false
  let at = start.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - end.length >= at && text.endsWith(end)
}
