/** Matches mentions. First, what is none: code, and a grave accent that begins none. */
const mention = /\\`|(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|@|#(?=\d)|\bGH-(?=\d)/gi

/** Breaks mentions in Markdown with invisible spaces. GitHub would notify the user of `@name` and link the issue of `#1` and `GH-1`, except in code. */
export function breakMentions(markdown: string): string {
  return markdown.replaceAll(mention, (it) => (it.includes('`') ? it : `${it}\u200b`))
}
