import { describe, expect, it } from 'vitest'
import { substitute } from './variables.ts'

const variables = new Map([
  ['A', 'a'],
  ['B', 'b'],
  ['EMPTY', ''],
  ['DOLLAR', '$A'],
])

describe('a text with variables', () => {
  it.each([
    ['no variable', 'no variable'],
    ['$A', 'a'],
    ['<$A.$B>', '<a.b>'],
    ['${A}${B}', 'ab'],
    ['$UNSET|${UNSET}', '|'],
    ['$$A', '$A'],
    ['$$$A', '$a'],
    ['$${A}', '${A}'],
    ['${DOLLAR}', '$A'],
    ['${A:-x}|${A-x}', 'a|a'],
    ['${EMPTY:-x}|${EMPTY-x}', 'x|'],
    ['${UNSET:-x}|${UNSET-x}', 'x|x'],
    ['${UNSET:-}|', '|'],
    ['${A:+x}|${A+x}', 'x|x'],
    ['${EMPTY:+x}|${EMPTY+x}', '|x'],
    ['${UNSET:+x}|${UNSET+x}', '|'],
    ['${A:?x}|${A?x}', 'a|a'],
    ['${EMPTY:?x}|${EMPTY?x}', '|'],
    ['${UNSET:?set it}|${UNSET?}', '|'],
    ['${UNSET:-${B}}', 'b'],
    ['${UNSET:-$B}', 'b'],
    ['${UNSET:-${EMPTY:-${A}}}/x', 'a/x'],
    ['${UNSET:-<${A}${B}>}', '<ab>'],
    ['${A:+${A}/}redis:8', 'a/redis:8'],
    ['${UNSET:+${UNSET}/}redis:8', 'redis:8'],
    ['${UNSET:-x:-y}', 'x:-y'],
    ['${UNSET:-$$A}', '$A'],
    ['${UNSET:-{}}', '{}'],
    ['${UNSET:-http://x?y=z}', 'http://x?y=z'],
    ['$a', ''],
    ['${constructor:-x}$__proto__', 'x'],
    ['5 $ or $5', '5 $ or $5'],
    ['${A/x/y} ${1} ${} $', '${A/x/y} ${1} ${} $'],
    ['$A ${UNSET:-$A', 'a ${UNSET:-$A'],
    ['${A', '${A'],
  ])('%s is %s', (text, expected) => {
    expect(substitute(text, variables)).toBe(expected)
  })

  it('names the variables that would be needed, and no others', () => {
    const unset: string[] = []
    const text = '$C ${D} ${EMPTY:?} ${E:-$F} ${A:-$G} ${H:+$I} ${A:+$J}'
    expect(substitute(text, variables, (name) => `?${unset.push(name)}`)).toBe('?1 ?2 ?3 ?4 a  ?5')
    expect(unset).toEqual(['C', 'D', 'EMPTY', 'F', 'J'])
  })

  it('is nested as deep as it is long, or too long', () => {
    const nested = (depth: number): string => `${'${X:-'.repeat(depth)}end${'}'.repeat(depth)}`
    expect(substitute(nested(600), variables)).toBe('end')
    expect(substitute(nested(100_000), variables)).toBe(nested(100_000))
    expect(substitute('${X:-'.repeat(800), variables)).toBe('${X:-'.repeat(800))
  })

  it('is told of where it is too long', () => {
    const unset: string[] = []
    const tell = (name: string): string => `${unset.push(name)}`
    const long = `${'x'.repeat(5_000)}$A`
    expect(substitute(long, variables, tell)).toBe(long)
    expect(substitute('x'.repeat(5_000), variables, tell)).toBe('x'.repeat(5_000))
    expect(unset).toEqual(['in a text of over 4,096 characters'])
  })
})
