import { expect, it } from 'vitest'
import { truncate } from './truncate.ts'

it('is the text itself where that is short enough, counted in characters, and else ends in an ellipsis', () => {
  expect(truncate('abcd', 4)).toBe('abcd')
  expect(truncate('abcde', 4)).toBe('abc…')
  expect(truncate('🚀🚀🚀🚀', 4)).toBe('🚀🚀🚀🚀')
  expect(truncate('🚀🚀🚀🚀🚀', 4)).toBe('🚀🚀🚀…')
  expect(truncate('abcde', Infinity)).toBe('abcde')
})
