import { createLogger } from '@maps/shared/logger'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../../../../test/rig/chromium.ts'
import { type Browser, openBrowser } from '../../browser.ts'
import type { Font, TextRun } from './font.ts'
import { createWidths, type Widths } from './widths.ts'

const WORDS = 2_000
const fonts: Font[] = [
  { face: 'sans', size: 14.5, weight: 600 },
  { face: 'sans', size: 12, weight: 400 },
  { face: 'sans', size: 10, weight: 450 },
  { face: 'sketch', size: 10, weight: 450 },
  { face: 'sketch', size: 33.3, weight: 450 },
  { face: 'sans', size: 17.77, weight: 450 },
  { face: 'mono', size: 6, weight: 450 },
]
const characters = fc.constantFrom(
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _,.$€£¥&+/\'"#%;?|=-',
)
const texts = fc.string({ unit: characters, minLength: 1, maxLength: 40 })

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser({ executablePath: chromiumPath(), log: createLogger('test', 'silent'), pageCount: 1 })
})
afterAll(() => browser[Symbol.asyncDispose]())

describe('the width of a plain text', () => {
  it.each(fonts)('is the sum of its pairs, in $face of $size px', async (font) => {
    const runs = fc.sample(texts, WORDS).map((text) => ({ text, font }))
    const known = await measureParts(runs)
    const measured = await browser.measure(runs)
    for (const [index, run] of runs.entries()) expect(known.get(run), run.text).toBeCloseTo(measured[index]!, 2)
  })

  it.each([
    ['2x4', { face: 'sans', size: 12, weight: 400 }],
    ['L-a', { face: 'sans', size: 14.5, weight: 600 }],
    ['flu', { face: 'sketch', size: 40, weight: 450 }],
  ] as const)('is not the sum for %s, which is measured as a whole', async (text, font) => {
    const runs = [text, text.slice(0, 2), text.slice(1), text.charAt(1)].map((it) => ({ text: it, font }))
    const [whole, first, second, both] = (await browser.measure(runs)) as [number, number, number, number]
    expect(Math.abs(first + second - both - whole)).toBeGreaterThan(0.01)
    expect(createWidths().missingRuns([{ text, font }])).toEqual([{ text, font }])
  })
})

/** Measures the missing parts of texts, and no others. */
async function measureParts(runs: readonly TextRun[]): Promise<Widths> {
  const known = createWidths()
  const parts = known.missingRuns(runs)
  const widths = await browser.measure(parts)
  for (const [index, part] of parts.entries()) known.set(part, widths[index]!)
  return known
}
