import { accentText } from './families.ts'

const cluster = new RegExp(`.${accentText.source}*`, 'gsu')

/** Splits a text into its characters, each with the accents after it: they come from one font. */
export function clustersOf(text: string): readonly string[] {
  return accentText.test(text) ? text.match(cluster)! : [...text]
}
