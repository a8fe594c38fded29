import { type Color, differenceEuclidean, filterDeficiencyDeuter, filterDeficiencyProt, parse } from 'culori'
import { describe, expect, it } from 'vitest'
import { MIN_TEXT_CONTRAST, contrast } from './color.ts'
import { quietTheme, themeNames, themeOn, themes } from './theme.ts'

describe('theme', () => {
  it.each(themeNames)('has enough contrast for every text of the %s theme', (name) => {
    const theme = themes[name]
    expect(contrast(theme.text, theme.card)).toBeGreaterThan(MIN_TEXT_CONTRAST)
    expect(contrast(theme.mutedText, theme.card)).toBeGreaterThan(MIN_TEXT_CONTRAST)
    expect(contrast(theme.chipText, theme.chip)).toBeGreaterThan(MIN_TEXT_CONTRAST)
    expect(contrast(theme.canvasText, theme.canvas)).toBeGreaterThan(MIN_TEXT_CONTRAST)
    expect(contrast(theme.canvasMutedText, theme.canvas)).toBeGreaterThan(MIN_TEXT_CONTRAST)
  })

  describe.each(themeNames)('the colours of roles in the %s theme', (name) => {
    const { roles, canvas, card } = themes[name]
    const colors = Object.values(roles)

    it('stand out from canvas and card', () => {
      for (const color of colors) {
        expect(contrast(color, canvas)).toBeGreaterThan(3)
        expect(contrast(color, card)).toBeGreaterThan(3)
      }
    })

    it.each([
      ['every reader', 25, (color) => color],
      ['readers without cones for red', 20, filterDeficiencyProt(1)],
      ['readers without cones for green', 20, filterDeficiencyDeuter(1)],
    ] satisfies [string, number, (color: Color) => Color][])('are distinguished by %s', (_, least, seen) => {
      const difference = differenceEuclidean('lab65')
      const all = colors.map((it) => seen(parse(it)!))
      const differences = all.flatMap((a, index) => all.slice(index + 1).map((b) => difference(a, b)))
      expect(Math.min(...differences)).toBeGreaterThan(least)
    })
  })

  it.each(themeNames)('distinguishes what changed from canvas, cards and what stayed in the %s theme', (name) => {
    const { marks, canvas, card } = themes[name]
    for (const color of Object.values(marks)) {
      expect(contrast(color, canvas)).toBeGreaterThan(MIN_TEXT_CONTRAST)
      expect(contrast(color, card)).toBeGreaterThan(MIN_TEXT_CONTRAST)
    }
    const quiet = quietTheme(themes[name])
    expect(contrast(quiet.text, quiet.card)).toBeGreaterThan(MIN_TEXT_CONTRAST)
    expect(contrast(quiet.chipText, quiet.chip)).toBeGreaterThan(MIN_TEXT_CONTRAST)
  })

  it.each(['#000', '#fff', 'tomato', '#808080', 'navy', 'rgb(255 255 0 / 0.5)', 'hsl(200 50% 45%)'])(
    'writes legibly on %s in every theme',
    (background) => {
      for (const name of themeNames) {
        const { theme } = themeOn(name, background)
        const best = Math.max(...themeNames.map((it) => contrast(themes[it].canvasText, theme.canvas)))
        expect(contrast(theme.canvasText, theme.canvas)).toBe(best)
        expect(contrast(theme.canvasMutedText, theme.canvas)).toBeGreaterThan(Math.min(MIN_TEXT_CONTRAST, best) - 0.01)
      }
    },
  )

  it('paints nothing behind a transparent picture', () => {
    expect(themeOn('light', 'transparent')).toMatchObject({ background: undefined, isOpaque: false, hasGrid: false })
    expect(themeOn('light', '#ff000080')).toMatchObject({ background: 'rgba(255, 0, 0, 0.502)', isOpaque: false })
    expect(themeOn('dark', undefined)).toMatchObject({ background: themes.dark.canvas, isOpaque: true, hasGrid: true })
  })
})
