import { expect, it } from 'vitest'
import { truncate } from './truncate.ts'

it('keeps a text with few enough characters, and ends a longer one in an ellipsis', () => {
  expect(truncate('abcd', 4)).toBe('abcd')
  expect(truncate('abcde', 4)).toBe('abc…')
  expect(truncate('🚀🚀🚀🚀', 4)).toBe('🚀🚀🚀🚀')
  expect(truncate('🚀🚀🚀🚀🚀', 4)).toBe('🚀🚀🚀…')
  expect(truncate('abcde', Infinity)).toBe('abcde')
})
