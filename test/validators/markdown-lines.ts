import { readFileSync } from 'node:fs'

/** A line of a Markdown export, matched against its documented form. */
export interface ParsedLine {
  section: string
  /** Matches of the form's named groups, unchanged. */
  found: Record<string, string | undefined>
}

const page = readFileSync(new URL('../../docs/markdown-files.md', import.meta.url), 'utf8')
const forms = (/```\n([^]*?)```/.exec(page)?.[1] ?? '')
  .trimEnd()
  .split('\n')
  .map((it) => ({ section: it.slice(0, 14).trim(), form: new RegExp(it.slice(14), 'u') }))

/**
 * Parses a Markdown export line by line with the documented regular expressions, as a client without a Markdown parser does.
 * @throws Error for a line without a documented form
 */
export function parseLines(markdown: string): ParsedLine[] {
  let section = 'start'
  let isCode = false
  return markdown.split('\n').flatMap((line) => {
    if (line.startsWith('```')) isCode = !isCode
    if (isCode || line === '' || line === '```') return []
    const form = forms.find((it) => (it.section === section || it.section === 'any') && it.form.test(line))
    if (!form) throw new Error(`A line of ${section} has no documented form: ${JSON.stringify(line)}`)
    const found = form.form.exec(line)!.groups ?? {}
    section = found['section'] ?? section
    return [{ section, found }]
  })
}
