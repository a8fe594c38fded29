import { matches } from '../../../shared/view/pattern.ts'

/** Tests whether a text has a form. */
export type Matcher = (text: string) => boolean

/** Parses patterns with commas between them, as in "queue/*,user"; `*` stands for any text. The matcher accepts what fits one of them. */
export function parsePatterns(list: string): Matcher {
  const entries = list.split(',').map((it) => it.trim())
  const patterns = entries.filter((it) => it !== '').map((it) => it.split('*'))
  return (text) => patterns.some((it) => matches(it, text))
}
