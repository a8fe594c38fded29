import type { Font, TextRun } from './display-list.ts'
import { estimateWidth } from './font-metrics.ts'
import type { Measure } from './text.ts'

/** Measures many runs in one go, in the order given. */
export type MeasureTexts = (runs: readonly TextRun[]) => Promise<readonly number[]>

/** Whole texts, then the words of long ones, their characters, and the lines they were broken into. */
const MAX_ROUNDS = 6
const REMEMBERED_WIDTHS = 50_000

/** Runs a step that needs widths of texts, and gives it a way to measure them. */
export type Measuring = <T>(step: (measure: Measure) => T) => Promise<T>

/** Measures without a browser: the same widths everywhere, exact for Latin text. */
export const estimated: Measuring = async (step) => step(estimateWidth)

/** Widths in px by font and text. */
export interface Widths {
  readonly size: number
  get(run: TextRun): number | undefined
  set(run: TextRun, width: number): void
  clear(): void
}

function createWidths(): Widths {
  const byFont = new Map<string, Map<string, number>>()
  let size = 0
  // Texts are looked up millions of times for a large map: a key made of font and text would be built as often.
  let shelves = new WeakMap<Font, Map<string, number>>()

  function shelfOf(font: Font): Map<string, number> {
    const known = shelves.get(font)
    if (known) return known
    const key = `${font.face} ${font.size} ${font.weight}`
    const shelf = byFont.get(key) ?? new Map<string, number>()
    byFont.set(key, shelf)
    shelves.set(font, shelf)
    return shelf
  }

  return {
    get size() {
      return size
    },
    get: ({ text, font }) => shelfOf(font).get(text),
    set({ text, font }, width) {
      const shelf = shelfOf(font)
      if (!shelf.has(text)) size++
      shelf.set(text, width)
    },
    clear() {
      byFont.clear()
      shelves = new WeakMap()
      size = 0
    },
  }
}

/** As Chromium measures, for one map after the other. What one map needed is remembered for the next. */
export function createMeasuring(
  measure: (runs: readonly TextRun[], signal: AbortSignal) => Promise<readonly number[]>,
): (signal: AbortSignal) => Measuring {
  const widths = createWidths()
  return (signal) => measuredBy(remembering((runs) => measure(runs, signal), widths, REMEMBERED_WIDTHS))
}

/**
 * Measures with someone who can only answer later: the step runs with estimates, what it asked for is measured in one batch,
 * and it runs again, until nothing is missing.
 */
export function measuredBy(measureTexts: MeasureTexts): Measuring {
  return async (step) => {
    const known = createWidths()
    for (let round = 0; ; round++) {
      const asked = createWidths()
      const missing: TextRun[] = []
      const result = step((run) => {
        const width = known.get(run) ?? asked.get(run)
        if (width !== undefined) return width
        const estimate = estimateWidth(run)
        asked.set(run, estimate)
        missing.push(run)
        return estimate
      })
      if (missing.length === 0 || round === MAX_ROUNDS) return result
      const widths = await measureTexts(missing)
      for (const [index, run] of missing.entries()) known.set(run, widths[index] ?? 0)
    }
  }
}

/** Remembers up to `capacity` widths over many pictures: most maps repeat most of their texts in their next version. */
function remembering(measureTexts: MeasureTexts, known: Widths, capacity: number): MeasureTexts {
  return async (runs) => {
    const missing = runs.filter((run) => known.get(run) === undefined)
    const measured = missing.length === 0 ? [] : await measureTexts(missing)
    const found = createWidths()
    for (const [index, run] of missing.entries()) found.set(run, measured[index] ?? 0)
    const answer = runs.map((run) => known.get(run) ?? found.get(run) ?? 0)
    if (known.size + missing.length > capacity) known.clear()
    for (const [index, run] of missing.entries()) known.set(run, measured[index] ?? 0)
    return answer
  }
}
