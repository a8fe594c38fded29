import { type ChangeLine, changeLines, type Comparison, costLines, summaryOf } from '../../shared/diff/diff-words.ts'
import type { Context } from './context.ts'
import { plain, printLine, style } from './output.ts'

const signs: Record<ChangeLine['kind'], readonly [sign: string, color: 'green' | 'red' | 'yellow']> = {
  added: ['+', 'green'],
  removed: ['-', 'red'],
  renamed: ['~', 'yellow'],
  changed: ['~', 'yellow'],
}

/** Prints what differs between two maps: a sentence, a line for each change, and the costs. @param name of the maps */
export async function printComparison(context: Context, name: string, comparison: Comparison): Promise<void> {
  const { stdout } = context
  await printLine(stdout, `${plain(name)}: ${plain(summaryOf(comparison.diff)) || 'no change'}.`)
  for (const { kind, subject, details } of changeLines(comparison)) {
    const [sign, color] = signs[kind]
    await printLine(stdout, style(context, stdout, color, plain(`${sign} ${subject}${details && `  ${details}`}`)))
  }
  for (const line of costLines(comparison.diff)) await printLine(stdout, line)
}
