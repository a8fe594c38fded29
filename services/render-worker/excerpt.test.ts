import { expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

it('is the text itself where that is short enough, counted in characters, and else ends in an ellipsis', () => {
  expect(excerpt('abcd', 4)).toBe('abcd')
  expect(excerpt('abcde', 4)).toBe('abc…')
  expect(excerpt('🚀🚀🚀🚀', 4)).toBe('🚀🚀🚀🚀')
  expect(excerpt('🚀🚀🚀🚀🚀', 4)).toBe('🚀🚀🚀…')
  expect(excerpt('abcde', Infinity)).toBe('abcde')
})
