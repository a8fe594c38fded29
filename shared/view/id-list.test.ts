import fc from 'fast-check'
import { expect, it } from 'vitest'
import { idList, readIds } from './id-list.ts'

it('a list has one to twenty ids of any characters, none of them empty', () => {
  const entries = fc.array(fc.string({ unit: fc.constantFrom('a', '😀', '𝒱'), maxLength: 60 }), { maxLength: 30 })
  const property = fc.property(entries, (ids) => {
    const list = ids.join(',')
    const isValid = [...list].length <= 1_000 && ids.length > 0 && ids.length <= 20 && ids.every((it) => it !== '')
    expect(idList.safeParse(list).success).toBe(isValid)
    if (isValid) expect(readIds(list)).toEqual(ids)
  })
  fc.assert(property, { numRuns: 500 })
  const problemOf = (list: string) => idList.safeParse(list).error?.issues.map((it) => it.message)
  expect(problemOf(`${'😀'.repeat(600)},`)).toEqual(['must be ids joined by commas, none of them empty'])
  expect(problemOf(Array.from({ length: 21 }, () => '😀'.repeat(40)).join(','))).toEqual([
    'must have at most 20 entries',
  ])
  expect(problemOf('a'.repeat(1_001))).toEqual(['must have at most 1000 characters'])
})
