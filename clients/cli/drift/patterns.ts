/** Tests whether a text has a form. */
export type Matcher = (text: string) => boolean

/** Parses patterns with commas between them, as in "queue/*,user"; `*` stands for any text. The matcher accepts what fits one of them. */
export function parsePatterns(list: string): Matcher {
  const patterns = list.split(',').map((it) => it.trim())
  const matchers = patterns.filter((it) => it !== '').map(matcherOf)
  return (text) => matchers.some((it) => it(text))
}

/** Matches in time that grows with the text alone: a regular expression could take its square. */
function matcherOf(pattern: string): Matcher {
  const [start = '', ...parts] = pattern.split('*')
  const end = parts.pop()
  if (end === undefined) return (text) => text === start
  return (text) => {
    if (!text.startsWith(start) || !text.endsWith(end) || text.length < start.length + end.length) return false
    let rest = text.slice(start.length, text.length - end.length)
    return parts.every((part) => {
      const at = rest.indexOf(part)
      rest = rest.slice(at + part.length)
      return at >= 0
    })
  }
}
