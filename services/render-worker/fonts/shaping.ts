import type { Font as ShapingFont } from 'harfbuzzjs'
import { estimateWidth } from '../scene/text/font-metrics.ts'
import { drawnFontSize, type TextRun } from '../scene/text/font.ts'
import type { MeasureTexts } from '../scene/text/measure.ts'
import { type HarfBuzz, loadHarfBuzz } from './harfbuzz.ts'
import type { FontLibrary, OpenFont } from './library.ts'

/** Font units per em, enough to make rounding invisible. */
const EM = 1 << 16

/** Boundaries between the words that Chromium shapes one by one. It kerns no pair with a space, and no pair of Chinese or Japanese characters. */
const words = /(?<= )|(?= )|(?<=[\u2e80-\u9fff])|(?=[\u2e80-\u9fff])/
/** Width of an emoji in em, independent of its number of code points. */
const EMOJI_WIDTH = 1.245
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Creates a function that measures texts without Chromium, but with its fonts and its shaping engine. */
export function createTextMeasurer(library: FontLibrary): MeasureTexts {
  let shaper: Promise<Advance> | undefined
  return async (runs) => {
    shaper ??= loadHarfBuzz().then(createShaper)
    const advance = await shaper.catch((error: unknown) => {
      shaper = undefined
      throw error
    })
    return Promise.all(runs.map((it) => measure(it, library, advance)))
  }
}

/** Computes the advance width of a text in one font, in em. */
type Advance = (text: string, font: OpenFont, weight: number) => number

function createShaper({ Buffer, Font, shape, Variation }: HarfBuzz): Advance {
  const fonts = new Map<OpenFont, Map<number, ShapingFont>>()
  const buffer = new Buffer()

  function fontOf(font: OpenFont, weight: number): ShapingFont {
    const weights = fonts.get(font) ?? new Map<number, ShapingFont>()
    fonts.set(font, weights)
    let sized = weights.get(weight)
    if (!sized) {
      sized = new Font(font.face)
      sized.setScale(EM, EM)
      sized.setVariations([new Variation('wght', weight)])
      weights.set(weight, sized)
    }
    return sized
  }

  return (text, font, weight) => {
    buffer.reset()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(fontOf(font, weight), buffer)
    return buffer.getGlyphPositions().reduce((sum, it) => sum + it.xAdvance, 0) / EM
  }
}

async function measure(run: TextRun, library: FontLibrary, advance: Advance): Promise<number> {
  const { size, weight } = run.font
  const drawnSize = drawnFontSize(size)
  let width = 0
  for (const { text, font } of await library.splitByFont(run)) {
    if (!font) width += widthInOtherFont({ text, font: run.font })
    else for (const word of text.split(words)) width += advance(word, font, weight) * drawnSize
  }
  return width
}

function widthInOtherFont({ text, font }: TextRun): number {
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    width += emoji.test(segment) ? EMOJI_WIDTH * font.size : estimateWidth({ text: segment, font })
  }
  return width
}
