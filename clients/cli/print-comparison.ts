import { type Comparison, summaryOf } from '../../shared/diff/diff-words.ts'
import type { Context } from './context.ts'
import { plain, printLine } from './output.ts'
import { printChanges } from './print-changes.ts'

/** Prints what differs between two maps: a sentence, a line for each change, and the costs. @param name of the maps */
export async function printComparison(context: Context, name: string, comparison: Comparison): Promise<void> {
  await printLine(context.stdout, `${plain(name)}: ${plain(summaryOf(comparison.diff)) || 'no change'}.`)
  await printChanges(context, comparison)
}
