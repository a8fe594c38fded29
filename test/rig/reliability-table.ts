import type { Promised } from '../faults/promises.ts'

/** The result of a test file. */
export interface FileResult {
  passed: number
  total: number
  /** What its tests have measured, with their full names. */
  figures: readonly { test: string; text: string }[]
}

/** Writes a table in Markdown with a row for each promise. Results of files that the run did not include are left out. */
export function writeTable(promises: readonly Promised[], resultOf: (file: string) => FileResult | undefined): string {
  const rows = promises.map((promised) => {
    const { name, text, shownBy, control, missing } = promised
    return [
      `**${name}.** ${text}`,
      [...figuresOf(promised, resultOf), ...(missing ? [`**Not shown yet:** ${missing}.`] : [])].join('<br>'),
      shownBy.map((it) => `[${it.split('/').at(-1)!.split('.')[0]}](../${it})`).join(', '),
      capitalize(control),
    ]
  })
  const lines = [['Promise', 'Measured', 'Tests', 'Control'], ['-', '-', '-', '-'], ...rows]
  return lines.map((cells) => `| ${cells.map((it) => it.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}

/** The headlines of a promise's tests, and the test files that have failed. */
function figuresOf({ shownBy, figures }: Promised, resultOf: (file: string) => FileResult | undefined): string[] {
  const results = shownBy.flatMap((file) => resultOf(file) ?? [])
  const all = results.flatMap((it) => it.figures)
  const chosen = figures ? all.filter(({ test }) => figures.some((it) => test.includes(it))) : all.slice(0, 1)
  const headlines = chosen.map((it) => headlineOf(it.text))
  const failed = results
    .filter((it) => it.passed < it.total)
    .map(({ passed, total }) => `**${passed} of ${total} tests passed**`)
  if (headlines.length + failed.length > 0) return [...failed, ...headlines]
  return [`${results.reduce((sum, it) => sum + it.passed, 0)} tests passed`]
}

/** The part of a figure that stands before its details. */
function headlineOf(text: string): string {
  return capitalize(text.split('; ')[0]!)
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
