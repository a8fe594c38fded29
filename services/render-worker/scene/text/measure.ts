import { estimateWidth } from './font-metrics.ts'
import type { TextRun } from './font.ts'
import type { Measure } from './text.ts'
import { createRunMap, createWidths } from './widths.ts'

/** Measures the widths of many runs together, in px and in the order of the runs. */
export type MeasureTexts = (runs: readonly TextRun[]) => Promise<readonly number[]>

/** Maximum number of rounds of measuring: whole texts, the words of long texts, their characters, and the wrapped lines. */
const MAX_ROUNDS = 6
const REMEMBERED_WIDTHS = 50_000

/** Runs a step with a function that measures texts. It may run the step several times, until all widths are known. */
export type WithMeasure = <T>(step: (measure: Measure) => T) => Promise<T>

/** Measures without a browser: the same widths everywhere, exact for Latin text. */
export const estimated: WithMeasure = async (step) => step(estimateWidth)

/** Creates a `WithMeasure` like `measuredBy` that caches widths across maps. */
export function createMeasuring(measureTexts: MeasureTexts): WithMeasure {
  let known = createWidths()
  return (step) => {
    // Running steps keep the store that they began with.
    if (known.size > REMEMBERED_WIDTHS) known = createWidths()
    return measuredBy(measureTexts, known)(step)
  }
}

/**
 * Measures asynchronously. The step runs with estimates, the missing widths are measured in one batch, and the step runs again,
 * until no width is missing.
 */
export function measuredBy(measureTexts: MeasureTexts, known = createWidths()): WithMeasure {
  return async (step) => {
    const found = createRunMap()
    for (let round = 0; ; round++) {
      const guessed = createRunMap()
      const missing: TextRun[] = []

      function lookUp(run: TextRun): number {
        const width = known.get(run)
        if (width === undefined) missing.push(run)
        const best = width ?? estimateWidth(run)
        const cache = width === undefined ? guessed : found
        cache.set(run, best)
        return best
      }

      const result = step((run) => found.get(run) ?? guessed.get(run) ?? lookUp(run))
      if (missing.length === 0 || round === MAX_ROUNDS) return result
      const missingRuns = known.missingRuns(missing)
      const widths = await measureTexts(missingRuns)
      for (const [index, run] of missingRuns.entries()) known.set(run, widths[index] ?? 0)
    }
  }
}
