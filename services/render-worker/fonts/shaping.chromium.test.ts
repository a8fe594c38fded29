import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestBrowser } from '../../../test/rig/chromium.ts'
import type { Browser } from '../browser.ts'
import type { Font, TextRun } from '../scene/text/font.ts'
import { createFontLibrary } from './library.ts'
import { createTextMeasurer } from './shaping.ts'

const fonts: Font[] = [
  { face: 'sans', size: 20, weight: 650 },
  { face: 'sans', size: 14.5, weight: 600 },
  { face: 'sans', size: 10.5, weight: 500 },
  { face: 'sans', size: 12, weight: 400 },
  { face: 'sketch', size: 10, weight: 450 },
  { face: 'mono', size: 17.77, weight: 450 },
]
const characters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _,.$€£¥&+/\'"#%;?|=-()[]:!']
const texts = [
  'AWS Lambda, DynamoDB|f(x) => y != z|ö Größe, Łódź|Việt Nam|“quotes” — dash…|2 services  ·  3 connections',
  'Привет, мир|Ελλάδα|数据库服务器|ルーティング、SSL|한국어 서비스|مرحبا بالعالم|שלום API|สวัสดี|नमस्ते दुनिया',
  'x̂ + x̌|m̀ ẹ́ ė̃ ω̄|a → b|🚀 Launch|👩‍👩‍👧‍👦 Family|⌨️ CLI',
].flatMap((it) => it.split('|'))

let browser: Browser
beforeAll(async () => void (browser = await openTestBrowser()))
afterAll(() => browser[Symbol.asyncDispose]())

/** Our width and Chromium's width of each run. */
async function measureBoth(runs: readonly TextRun[]): Promise<[run: TextRun, ours: number, chromium: number][]> {
  const ours = await createTextMeasurer(createFontLibrary())(runs)
  const chromium = await browser.measure(runs)
  return runs.map((run, index) => [run, ours[index]!, chromium[index]!])
}

describe('an accent that no letter of Unicode has', () => {
  it.each(['x̂', 'x̌', 'm̀', 'ẹ́', 'ė̃', 'ω̄', 'v⃗', 'я̌'])(
    'is drawn with its letter, not as a box beside it: %s',
    async (text) => {
      for (const font of fonts) {
        const runs = [text, text.normalize('NFD').charAt(0)].map((it) => ({ text: it, font }))
        const [accented, letter] = await browser.measure(runs)
        // A box takes half an em. The letter may come from another font.
        expect((accented! - letter!) / font.size, font.face).toBeLessThan(0.4)
      }
    },
  )
})

describe('a text measured without Chromium', () => {
  it.each(fonts)('is as wide as in Chromium for any two characters, in $face of $size px', async (font) => {
    const pairs = characters.flatMap((first, index) => {
      return characters.filter((_, other) => (index + other) % 5 === 0).map((second) => first + second)
    })
    for (const [run, ours, chromium] of await measureBoth(pairs.map((text) => ({ text, font }))))
      expect(ours, run.text).toBeCloseTo(chromium, 2)
  })

  it.each(fonts)('is as wide as in Chromium within 1 % in other scripts, in $face of $size px', async (font) => {
    for (const [run, ours, chromium] of await measureBoth(texts.map((text) => ({ text, font }))))
      expect(Math.abs(ours / chromium - 1), run.text).toBeLessThan(0.01)
  })
})
