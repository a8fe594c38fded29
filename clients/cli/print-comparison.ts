import type { Comparison } from '../../shared/diff/diff-words.ts'
import type { Context } from './context.ts'
import { type AccessChange, describeDiff } from './describe-change.ts'
import { plain, printLine } from './output.ts'
import { printChanges } from './print-changes.ts'

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
