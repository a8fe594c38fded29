import { type ChangeLine, changeLines, type Comparison, costLines } from '../../shared/diff/diff-words.ts'
import type { Context } from './context.ts'
import { type AccessChange, describeDiff } from './describe-change.ts'
import { plain, printLine, style } from './output.ts'

const signs: Record<ChangeLine['kind'], readonly [sign: string, color: 'green' | 'red' | 'yellow']> = {
  added: ['+', 'green'],
  removed: ['-', 'red'],
  renamed: ['~', 'yellow'],
  changed: ['~', 'yellow'],
}

/** Prints each change of a diff on a line, and the changes of costs. */
export async function printChanges(context: Context, comparison: Comparison): Promise<void> {
  const { stdout } = context
  for (const { kind, subject, details } of changeLines(comparison)) {
    const [sign, color] = signs[kind]
    await printLine(stdout, style(context, stdout, color, plain(`${sign} ${subject}${details && `  ${details}`}`)))
  }
  for (const line of costLines(comparison.diff)) await printLine(stdout, line)
}

/** Prints what differs between two maps: a sentence, a line for each change, and the costs. @param name of the maps */
export async function printComparison(
  context: Context,
  name: string,
  comparison: Comparison,
  access?: AccessChange,
): Promise<void> {
  const change = describeDiff(comparison.diff, access) || 'no change'
  await printLine(context.stdout, `${plain(name)}: ${plain(change)}.`)
  await printChanges(context, comparison)
}
