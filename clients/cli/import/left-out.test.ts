import { expect, it } from 'vitest'
import { describeLeftOut, LeftOutList } from './left-out.ts'

it('what is left out is counted once, and told in a sentence', () => {
  const list = new LeftOutList()
  for (const name of ['A', 'B', 'A', 'C', 'D']) list.add('unsetVariables', name)
  list.add('unreadableFiles', `${'a'.repeat(99)}.yml`)
  expect(list.toList()).toEqual([
    { kind: 'unreadableFiles', count: 1, names: [`${'a'.repeat(99)}.yml`] },
    { kind: 'unsetVariables', count: 4, names: ['A', 'B', 'C', 'D'] },
  ])
  expect(describeLeftOut(list.toList())).toBe(
    `1 file that cannot be read (${'a'.repeat(59)}…); 4 variables without a value (A, B, C, …)`,
  )
})
