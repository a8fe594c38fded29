import { parseArgs } from 'node:util'
import type { Call, Command, Option } from './command.ts'
import { UsageError } from './failure.ts'
import { didYouMean } from './suggest.ts'

/** Formats a list as in "a, b or c". British English has no comma before "or". */
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/**
 * Parses the words after the name of a command.
 * @throws UsageError that names the invalid argument or option
 */
export function parseArguments(command: Command, words: readonly string[]): Pick<Call, 'args' | 'options'> {
  const { values, positionals, tokens } = parseWords(command, words)
  checkRepetition(
    command,
    tokens.flatMap((it) => (it.kind === 'option' ? it.name : [])),
  )
  checkArguments(command, positionals)
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const options = given.map(([name, value]) => [name, readOption(name, command.options[name]!, value!)] as const)
  return { args: positionals, options: Object.fromEntries(options) }
}

function parseWords({ options }: Command, words: readonly string[]) {
  const kinds = Object.entries(options).map(([name, { kind, short }]) => {
    const type = kind === 'flag' ? ('boolean' as const) : ('string' as const)
    return [name, { type, ...(short !== undefined && { short }) }] as const
  })
  try {
    return parseArgs({ args: [...words], options: Object.fromEntries(kinds), allowPositionals: true, tokens: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const sentence = `${error.message.split(/\. |\n/)[0]!.replace(/\.$/, '')}.`
    const unknown = /^Unknown option '--([^']+)'/.exec(sentence)?.[1]
    const suggestion = unknown === undefined ? '' : didYouMean(unknown, [...Object.keys(options), 'help'], '--')
    throw new UsageError(sentence + suggestion)
  }
}

/** Of an option that is given twice, the parser takes the last value alone. A flag has none. */
function checkRepetition({ options }: Command, names: readonly string[]): void {
  const name = names.find((it, index) => options[it]!.kind !== 'flag' && names.indexOf(it) < index)
  if (name === undefined) return
  const option = options[name]!
  const isList = option.kind === 'text' && option.isList
  const advice = isList ? 'Give all of its values once, with commas between them.' : 'It takes one value.'
  throw new UsageError(`--${name} is given more than once. ${advice}`)
}

function checkArguments({ args }: Command, words: readonly string[]): void {
  const missing = args.slice(words.length).find((it) => !it.isOptional)
  if (missing) throw new UsageError(`<${missing.name}> is missing: ${missing.summary}.`)
  if (words.length > args.length && !args.at(-1)?.isRepeated) {
    throw new UsageError(`${words[args.length]!} is one word too many. Put quotes around a name that has spaces.`)
  }
  for (const [index, { name, choices }] of args.entries()) {
    const word = words[index]
    if (word !== undefined && choices) checkChoice(`<${name}>`, choices, word)
  }
}

function readOption(name: string, option: Option, value: string | boolean): string | boolean | number {
  if (option.kind === 'choice') checkChoice(`--${name}`, option.choices, String(value))
  if (option.kind !== 'number') return value
  if (value !== '' && Number.isFinite(Number(value))) return Number(value)
  throw new UsageError(`--${name} must be a number, not ${String(value)}.`)
}

function checkChoice(name: string, choices: readonly string[], word: string): void {
  if (!choices.includes(word)) throw new UsageError(`${name} must be ${alternatives.format(choices)}, not ${word}.`)
}
