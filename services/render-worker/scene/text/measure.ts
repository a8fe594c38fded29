import type { TextRun } from '../draw/display-list.ts'
import { estimateWidth } from './font-metrics.ts'
import type { Measure } from './text.ts'
import { createRunMap, createWidths } from './widths.ts'

/** Measures many runs in one go, in the order given. */
export type MeasureTexts = (runs: readonly TextRun[]) => Promise<readonly number[]>

/** Most rounds of measuring: whole texts, then the words of long ones, their characters, and the lines they were broken into. */
const MAX_ROUNDS = 6
const REMEMBERED_WIDTHS = 50_000

/** Runs a step that needs widths of texts, and gives it a function that tells them. It may run the step several times, until all widths are known. */
export type WithMeasure = <T>(step: (measure: Measure) => T) => Promise<T>

/** Measures without a browser: the same widths everywhere, exact for Latin text. */
export const estimated: WithMeasure = async (step) => step(estimateWidth)

/** Measures as `measuredBy` does, and remembers the widths of one map for the next. */
export function createMeasuring(measureTexts: MeasureTexts): WithMeasure {
  let known = createWidths()
  return (step) => {
    // Steps that run meanwhile go on with the store they began with.
    if (known.size > REMEMBERED_WIDTHS) known = createWidths()
    return measuredBy(measureTexts, known)(step)
  }
}

/**
 * Measures asynchronously: the step runs with estimates, the widths that it asked for are measured in one batch, and it runs again,
 * until none is missing.
 */
export function measuredBy(measureTexts: MeasureTexts, known = createWidths()): WithMeasure {
  return async (step) => {
    const found = createRunMap()
    for (let round = 0; ; round++) {
      const guessed = createRunMap()
      const missing: TextRun[] = []

      function look(run: TextRun): number {
        const width = known.get(run)
        if (width === undefined) missing.push(run)
        const best = width ?? estimateWidth(run)
        const notes = width === undefined ? guessed : found
        notes.set(run, best)
        return best
      }

      const result = step((run) => found.get(run) ?? guessed.get(run) ?? look(run))
      if (missing.length === 0 || round === MAX_ROUNDS) return result
      const lacking = known.lacking(missing)
      const widths = await measureTexts(lacking)
      for (const [index, run] of lacking.entries()) known.set(run, widths[index] ?? 0)
    }
  }
}
