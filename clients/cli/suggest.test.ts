import { expect, it } from 'vitest'
import { didYouMean } from './suggest.ts'

const words = ['login', 'logout', 'list', 'get', 'push', 'pull', 'rm', 'import', 'export', 'watch']

it.each([
  ['lsit', 'list'],
  ['ls', 'list'],
  ['expotr', 'export'],
  ['exprt', 'export'],
  ['pusch', 'push'],
  ['witch', 'watch'],
  ['logn', 'login'],
])('%s is taken for %s', (mistyped, word) => {
  expect(didYouMean(mistyped, words)).toBe(` Did you mean ${word}?`)
})

it.each(['frob', 'delete', 'x', '', 'a-very-long-word-that-is-no-command'])('%j is like no word', (mistyped) => {
  expect(didYouMean(mistyped, words)).toBe('')
})
