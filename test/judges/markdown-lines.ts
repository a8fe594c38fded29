import { readFileSync } from 'node:fs'

export interface Line {
  section: string
  /** What the named groups of the line's form found, as it stands there. */
  found: Record<string, string | undefined>
}

const page = readFileSync(new URL('../../docs/markdown-files.md', import.meta.url), 'utf8')
const forms = (/```\n([^]*?)```/.exec(page)?.[1] ?? '')
  .trimEnd()
  .split('\n')
  .map((it) => ({ section: it.slice(0, 14).trim(), form: new RegExp(it.slice(14), 'u') }))

/**
 * Reads a file as a client without a parser would: line by line, by the documented forms alone.
 * @throws Error for a line of no documented form
 */
export function readLines(markdown: string): Line[] {
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
