/** Breaks mentions in Markdown with invisible spaces. GitHub would notify the user of `@name` and link the issue of `#1` and `GH-1`, except in code. */
export function breakMentions(markdown: string): string {
  return markdown.replaceAll(/@|#(?=\d)|\bGH-(?=\d)/gi, '$&\u200b')
}
