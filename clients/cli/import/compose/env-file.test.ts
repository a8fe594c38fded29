import { expect, it } from 'vitest'
import { parseEnvFile } from './env-file.ts'

it.each([
  ['A=1', '1'],
  ['  export A = 1  ', '1'],
  ['A: 1', '1'],
  ['A=', ''],
  ['A=x # comment', 'x'],
  ['A=#1', ''],
  ['A=x#1', 'x#1'],
  ['A="x # 1" # comment', 'x # 1'],
  ["A='$B\\n'", '$B\\n'],
  ['A="a\\n\\"b\\"\\t\\$B"', 'a\n"b"\t$B'],
  ['A="a\nb"', 'a\nb'],
  ['A="open', '"open'],
  ['\uFEFFA=1\r\nB=2\r\n', '1'],
  ['# A=1\nA=2', '2'],
  ['A=1\nA=2', '2'],
  ['B=b\nA=$B/${C:-c}', 'b/c'],
  ['OUTER=file\nA=${OUTER}', 'outer'],
  ['A=${constructor}', ''],
])('an environment file: %j', (text, expected) => {
  expect(parseEnvFile(text, new Map([['OUTER', 'outer']])).get('A')).toBe(expected)
})

it('an environment file may have a long quote that is left open', () => {
  expect(parseEnvFile(`A="${'\\"'.repeat(50_000)}\nB=2`, new Map()).get('B')).toBe('2')
})
