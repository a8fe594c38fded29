import { describe, expect, it } from 'vitest'
import { defineCommand } from './command.ts'
import { UsageError } from './failure.ts'
import { parseArguments } from './parse-arguments.ts'

const command = defineCommand({
  name: 'paint',
  summary: 'paint a wall',
  args: [
    { name: 'wall', summary: 'which one' },
    { name: 'coat', summary: 'which coat', choices: ['first', 'second'], isOptional: true },
  ],
  options: {
    theme: { kind: 'choice', choices: ['light', 'dark'], summary: 'how' },
    layers: { kind: 'number', short: 'l', value: 'N', summary: 'how many' },
    tints: { kind: 'text', value: 'NAMES', isList: true, summary: 'which' },
    output: { kind: 'text', short: 'o', value: 'FILE', summary: 'where' },
    'no-frame': { kind: 'flag', summary: 'without' },
  },
  examples: [],
  async run() {},
})

describe('a command line', () => {
  it('has arguments and options in any order', () => {
    const words = ['-o', '-', 'north', '--layers=2.5', 'second', '--no-frame', '--theme', 'dark', '--no-frame']
    expect(parseArguments(command, words)).toEqual({
      args: ['north', 'second'],
      options: { output: '-', layers: 2.5, 'no-frame': true, theme: 'dark' },
    })
    expect(parseArguments(command, ['--', '--odd'])).toEqual({ args: ['--odd'], options: {} })
  })

  it.each<[error: string, words: string[]]>([
    ['<wall> is missing: which one.', []],
    ['<coat> must be first or second, not third.', ['north', 'third']],
    ['east is one word too many. Put quotes around a name that has spaces.', ['north', 'first', 'east']],
    ["Unknown option '--colour'.", ['north', '--colour', 'red']],
    ["Unknown option '--thme'. Did you mean --theme?", ['north', '--thme', 'dark']],
    ["Unknown option '--no-farme'. Did you mean --no-frame?", ['north', '--no-farme=yes']],
    ["Option '-o, --output <value>' argument missing.", ['north', '--output']],
    ["Option '--no-frame' does not take an argument.", ['north', '--no-frame=yes']],
    ['--layers must be a number, not many.', ['north', '--layers', 'many']],
    ['--layers must be a number, not .', ['north', '--layers', '']],
    ['--theme must be light or dark, not blue.', ['north', '--theme', 'blue']],
    ['--output is given more than once. It takes one value.', ['north', '-o', 'a', '--output=b']],
    [
      '--tints is given more than once. Give all of its values once, with commas between them.',
      ['north', '--tints', 'red', '--tints', 'blue'],
    ],
  ])('that is not valid is refused with: %s', (error, words) => {
    expect(() => parseArguments(command, words)).toThrow(new UsageError(error))
  })
})
