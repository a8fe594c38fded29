import { converter, parse } from 'culori'
import { describe, expect, it } from 'vitest'
import { MIN_TEXT_CONTRAST, MIN_LINE_CONTRAST, contrast, legibleOn } from './color.ts'
import { themes } from './theme.ts'

const hsl = converter('hsl')

describe('a colour of a client', () => {
  it('is kept where it is visible', () => {
    expect(legibleOn(themes.light.canvas, 'navy', MIN_TEXT_CONTRAST)).toBe('rgba(0, 0, 128, 1)')
    expect(legibleOn(themes.dark.canvas, 'gold', MIN_TEXT_CONTRAST)).toBe('rgba(255, 215, 0, 1)')
  })

  it.each([
    ['navy', themes.dark.canvas],
    ['#330000', themes.dark.canvas],
    ['yellow', themes.light.canvas],
    ['rgb(200 255 200)', themes.light.canvas],
    ['#0a5', '#0a5'],
  ])('%s keeps its hue on %s and is changed until it is visible', (color, canvas) => {
    for (const least of [MIN_LINE_CONTRAST, MIN_TEXT_CONTRAST]) {
      const moved = legibleOn(canvas, color, least)
      expect(contrast(moved, canvas)).toBeGreaterThanOrEqual(least)
      const [from, to] = [parse(color)!, parse(moved)!].map((it) => hsl(it).h!)
      expect(Math.abs(from! - to!)).toBeLessThan(3)
    }
  })

  it('keeps its opacity', () => {
    expect(legibleOn(themes.dark.canvas, 'transparent', MIN_TEXT_CONTRAST)).toMatch(/, 0\)$/)
    expect(legibleOn(themes.dark.canvas, 'rgb(0 0 128 / 0.5)', MIN_TEXT_CONTRAST)).toMatch(/, 0\.5\)$/)
  })
})
