import { describe, expect, it } from 'vitest'
import { AA, accentOf, contrast, themeNames, themeOn, themes } from './theme.ts'

describe('theme', () => {
  it.each(themeNames)('writes every text of the %s theme with enough contrast', (name) => {
    const theme = themes[name]

    expect(contrast(theme.text, theme.card)).toBeGreaterThan(AA)
    expect(contrast(theme.mutedText, theme.card)).toBeGreaterThan(AA)
    expect(contrast(theme.chipText, theme.chip)).toBeGreaterThan(AA)
    expect(contrast(theme.canvasText, theme.canvas)).toBeGreaterThan(AA)
    expect(contrast(theme.canvasMutedText, theme.canvas)).toBeGreaterThan(AA)
  })

  it.each(themeNames)('tells accents of the %s theme from canvas and card', (name) => {
    const { accents, canvas, card } = themes[name]

    expect(new Set(accents).size).toBe(10)
    for (const accent of accents) {
      expect(contrast(accent, canvas)).toBeGreaterThan(3)
      expect(contrast(accent, card)).toBeGreaterThan(3)
    }
  })

  it('gives an id the same accent in both themes, and ids many accents', () => {
    const { light, dark } = themes
    const used = Array.from({ length: 100 }, (_, index) => accentOf(`service-${index}`, light))

    expect(light.accents.indexOf(accentOf('api', light))).toBe(dark.accents.indexOf(accentOf('api', dark)))
    expect(new Set(used).size).toBe(10)
  })

  it.each(['#000', '#fff', 'tomato', '#808080', 'navy', 'rgb(255 255 0 / 0.5)', 'hsl(200 50% 45%)'])(
    'writes legibly on %s in every theme',
    (background) => {
      for (const name of themeNames) {
        const { theme } = themeOn(name, background)
        const best = Math.max(...themeNames.map((it) => contrast(themes[it].canvasText, theme.canvas)))
        expect(contrast(theme.canvasText, theme.canvas)).toBe(best)
        expect(contrast(theme.canvasMutedText, theme.canvas)).toBeGreaterThan(Math.min(AA, best) - 0.01)
      }
    },
  )

  it('paints nothing behind a transparent picture', () => {
    expect(themeOn('light', 'transparent')).toMatchObject({ background: undefined, isOpaque: false, hasGrid: false })
    expect(themeOn('light', '#ff000080')).toMatchObject({ background: 'rgba(255, 0, 0, 0.502)', isOpaque: false })
    expect(themeOn('dark', undefined)).toMatchObject({ background: themes.dark.canvas, isOpaque: true, hasGrid: true })
  })
})
