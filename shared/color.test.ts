import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../test/rig/cases.ts'
import { formatColor, isColor, parseColor } from './color.ts'

describe('parseColor', () => {
  it('reads every accepted form to the same colour', () => {
    const blue = { r: 51, g: 102, b: 153, a: 1 }
    const forms = ['#336699', '#369', 'rgb(51, 102, 153)', 'rgb(51 102 153)', 'rgb(20% 40% 60%)', 'RGBA(51,102,153,1)']
    for (const form of forms) expect(parseColor(form), form).toEqual(blue)
    const hsl = parseColor('hsl(210deg 50% 40% / 50%)')
    expect(formatColor(hsl!)).toBe('rgba(51, 102, 153, 0.5)')
    expect(parseColor('hsl(-150, 50%, 40%)')?.b).toBeCloseTo(153)
    expect(parseColor('hsl(1.5turn 100% 50%)')).toEqual(parseColor('aqua'))
  })

  it('knows the 148 names and transparent, in any letter case', () => {
    expect(parseColor('RebeccaPurple')).toEqual({ r: 102, g: 51, b: 153, a: 1 })
    expect(parseColor('TRANSPARENT')).toEqual({ r: 0, g: 0, b: 0, a: 0 })
    expect(isColor('constructor')).toBe(false)
    expect(isColor('__proto__')).toBe(false)
  })

  it('clamps channels that are out of range, as a browser does', () => {
    expect(parseColor('rgb(300, -5, 1e300)')).toEqual({ r: 255, g: 0, b: 255, a: 1 })
    expect(parseColor('rgb(0 0 0 / 7)')?.a).toBe(1)
  })

  it('refuses computed, mixed, incomplete and long values', () => {
    const incomplete = '|#|#12|#12345|#1234567|rgb()|rgb(1,2)|rgb(1,2,3,4,5)|rgb(1 2 3 4)|rgb((1,2,3)|rgb(1,2,3'
    const mixed = 'rgb(1,2%,3)|hsl(1 2)|hsl(1, 2, 3)|hsl(1deg2 3% 4%)|rgb(1 2 3 / )|rgb(1/2/3)'
    const computed = 'currentcolor|inherit|var(--a)|calc(1)|lab(1 2 3)|oklch(1 2 3)|rgb(none 1 2)|color(srgb 1 1 1)'
    const other = ' red|red |red;|"red"|rgb(0x1,2,3)|rgb(Infinity,0,0)|rgb(NaN,0,0)|rgb(1.,2,3)'
    const foreign = 'blac\u212A|rgb(1\u00A02\u00A03)|rgb(\u20281,2,3)|rgb(\uFF11,2,3)'
    const refused = [incomplete, mixed, computed, other, foreign].flatMap((it) => it.split('|'))
    refused.push(`rgb(${'0'.repeat(60)}1,2,3)`)
    for (const text of refused) expect(isColor(text), text).toBe(false)
  })

  it('returns only channels in range for all values that it accepts', () => {
    const part = fc.constantFrom(...'rgb( hsl( rgba( 1 -9e99 .5 % , / ) deg turn # f e'.split(' '), ' ')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 16 }), (parts) => {
        const color = parseColor(parts.join(''))
        if (!color) return
        for (const channel of [color.r, color.g, color.b]) {
          expect(channel).toBeGreaterThanOrEqual(-1e-9)
          expect(channel).toBeLessThanOrEqual(255 + 1e-9)
        }
        expect(color.a).toBeGreaterThanOrEqual(0)
        expect(color.a).toBeLessThanOrEqual(1)
        expect(isColor(formatColor(color))).toBe(true)
      }),
      { numRuns: cases(20_000) },
    )
  })
})
