/** Values of variables by name. */
export type Variables = Pick<ReadonlyMap<string, string>, 'get'>

/** Returns the text for a variable that has neither a value nor a default. */
export type Unset = (name: string) => string

/** Maximum length of a text in which variables are replaced, in characters. Names of images and addresses are shorter. */
const MAX_LENGTH = 4_096
/** Stands for the variables of a longer text, which stays as it is. */
const IN_LONG_TEXT = `in a text of over ${MAX_LENGTH.toLocaleString('en')} characters`

/** Matches `$$`, `$NAME`, and `${NAME` with the operator after it. */
const EXPRESSION = /\$(?:(\$)|([a-z_]\w*)|\{([a-z_]\w*)(:?[-+?]|(?=\})))/gi

/**
 * Replaces variables as Compose does: `$$`, `$A`, `${A}`, `${A:-default}`, `${A:+alternative}` and `${A:?error}`, the last
 * three also without the colon, and nested. Other text stays as it is, also an expression without its closing brace. A map
 * can be drawn without a required variable, so that it is no error.
 */
export function substitute(text: string, variables: Variables, unset: Unset = () => ''): string {
  if (text.length > MAX_LENGTH) {
    if (text.replaceAll('$$', '').includes('$')) unset(IN_LONG_TEXT)
    return text
  }
  const expression = new RegExp(EXPRESSION)
  let result = ''
  let end = 0
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    const [, dollar, name, bracedName, operator = ''] = match
    const start = expression.lastIndex
    const close = bracedName === undefined ? start : closingBrace(text, start)
    if (close < 0) break
    const word = (): string => substitute(text.slice(start, close), variables, unset)
    result += text.slice(end, match.index)
    result += dollar ?? evaluate(name ?? bracedName!, operator, word, variables, unset)
    end = expression.lastIndex = bracedName === undefined ? start : close + 1
  }
  return result + text.slice(end)
}

/** Evaluates one expression. @param word returns the text after the operator, with its own variables replaced */
function evaluate(name: string, operator: string, word: () => string, variables: Variables, unset: Unset): string {
  const stored = variables.get(name)
  const value = stored === '' && operator.startsWith(':') ? undefined : stored
  if (operator.endsWith('-')) return value ?? word()
  if (operator.endsWith('+')) return value === undefined ? '' : word()
  return value ?? unset(name)
}

/** Finds the brace that closes the expression in which `start` is. @returns -1 if there is none */
function closingBrace(text: string, start: number): number {
  let depth = 1
  for (const { 0: token, index } of text.slice(start).matchAll(/\$\$|\$\{|\}/g)) {
    if (token === '${') depth++
    if (token === '}' && --depth === 0) return start + index
  }
  return -1
}
