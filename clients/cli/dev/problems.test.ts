import { expect, it } from 'vitest'
import { ValidationError } from '../../typescript/index.ts'
import { problemsOf } from './problems.ts'

const error = new ValidationError({ status: 400, fields: { name: 'must be shorter' } })

it.each([
  ['a map', '{\n  "name": "x"\n}', 2],
  ['a text that is nested too deep', `{"name": "x", "deep": ${'['.repeat(200)}${']'.repeat(200)}}`, undefined],
  ['a string of ten megabytes', `{"name": "${'x'.repeat(10_000_000)}"}`, undefined],
])('a field that the service refuses has its line, if that can be found: %s', (_, text, line) => {
  expect(problemsOf(error, text)).toEqual([{ message: 'must be shorter', line, field: 'name' }])
})
