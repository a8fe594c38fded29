import { substitute, type Unset, type Variables } from './variables.ts'

/** Matches a line, with a value in single quotes, in double quotes or without quotes. Quoted values may have several lines. */
const LINE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*[=:][ \t]*(?:'([^'\\]*(?:\\[^][^'\\]*)*)'|"([^"\\]*(?:\\[^][^"\\]*)*)"|(.*))/gm

/** Meanings of letters after a backslash. `$$` becomes a dollar sign when variables are replaced. */
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', $: '$$' }

/**
 * Parses an environment file as Compose does. Values refer to other variables, unless they are in single quotes.
 * @param outer variables that have precedence over those of the file
 * @param unset is told of each variable without a value
 */
export function parseEnvFile(text: string, outer: Variables, unset?: Unset): Map<string, string> {
  const values = new Map<string, string>()
  const variables: Variables = { get: (name) => outer.get(name) ?? values.get(name) }
  for (const [, name, single, double, bare] of text.replace(/^\uFEFF/, '').matchAll(LINE)) {
    const unquoted = double?.replaceAll(/\\([^])/g, (_, letter: string) => escapes[letter] ?? letter)
    const value = unquoted ?? bare?.replace(/(?:^|\s)#.*/, '').trimEnd() ?? ''
    values.set(name!, single ?? substitute(value, variables, unset))
  }
  return values
}
