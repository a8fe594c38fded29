import type { Font, TextRun } from './display-list.ts'
import { estimateWidth } from './font-metrics.ts'
import type { Measure } from './text.ts'

/** Measures many runs in one go, in the order given. */
export type MeasureTexts = (runs: readonly TextRun[]) => Promise<readonly number[]>

/** Whole texts, then the words of long ones, their characters, and the lines they were broken into. */
const MAX_ROUNDS = 6

/** Runs a step that needs widths of texts, and gives it a way to measure them. */
export type Measuring = <T>(step: (measure: Measure) => T) => Promise<T>

/** Measures without a browser: the same widths everywhere, exact for Latin text. */
export const estimated: Measuring = async (step) => step(estimateWidth)

/**
 * Measures with someone who can only answer later: the step runs with estimates, what it asked for is measured in one batch,
 * and it runs again, until nothing is missing.
 */
export function measuredBy(measureTexts: MeasureTexts): Measuring {
  return async (step) => {
    const known = new Map<string, number>()
    for (let round = 0; ; round++) {
      const missing = new Map<string, TextRun>()
      const result = step((run) => {
        const key = keyOf(run)
        const width = known.get(key)
        if (width !== undefined) return width
        missing.set(key, run)
        return estimateWidth(run)
      })
      if (missing.size === 0 || round === MAX_ROUNDS) return result
      const widths = await measureTexts([...missing.values()])
      for (const [index, key] of [...missing.keys()].entries()) known.set(key, widths[index] ?? 0)
    }
  }
}

/** Remembers up to `capacity` widths over many pictures: most maps repeat most of their texts in their next version. */
export function remembering(measureTexts: MeasureTexts, known: Map<string, number>, capacity: number): MeasureTexts {
  return async (runs) => {
    const missing = runs.filter((run) => !known.has(keyOf(run)))
    const widths = missing.length === 0 ? [] : await measureTexts(missing)
    const measured = new Map(missing.map((run, index) => [keyOf(run), widths[index] ?? 0]))
    const answer = runs.map((run) => known.get(keyOf(run)) ?? measured.get(keyOf(run)) ?? 0)
    if (known.size + measured.size > capacity) known.clear()
    for (const [key, width] of measured) known.set(key, width)
    return answer
  }
}

function keyOf({ text, font }: TextRun): string {
  return `${fontKey(font)} ${text}`
}

function fontKey({ face, size, weight }: Font): string {
  return `${face} ${size} ${weight}`
}
