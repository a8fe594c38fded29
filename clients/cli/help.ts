import type { Argument, Command, Option } from './command.ts'
import { exitCodeMeanings } from './failure.ts'

const WIDTH = 80

/** The text of `maps --help`. */
export function helpOfProgram(commands: readonly Command[]): string {
  return sections(
    'Architecture maps of a Maps Service on the command line.',
    'Usage: maps <command> [options]',
    table(
      'Commands',
      commands.map((it) => [it.name, it.summary]),
    ),
    table('Options', [helpRow, ['--version', 'print the version']]),
    table('Environment', [
      ['MAPS_URL', 'address of the API, ends in /api/v1'],
      ['MAPS_TOKEN', 'a workspace token'],
      ['NO_COLOR', 'no colours, where it is set'],
    ]),
    table(
      'Exit codes',
      exitCodeMeanings.map(([code, meaning]) => [String(code), meaning]),
    ),
    'A <map> is given by its id or its exact name.\nmaps <command> --help has options and examples.',
  )
}

/** The text of `maps <command> --help`. */
export function helpOfCommand({ name, summary, details = [], args, options, examples }: Command): string {
  const optionRows = Object.entries(options).map(([name, option]) => [optionUsage(name, option), optionSummary(option)])
  return sections(
    sentence(summary),
    `Usage: maps ${[name, ...args.map(argumentUsage)].join(' ')} [options]`,
    ...details.map((it) => wrap(it, 0)),
    table(
      'Arguments',
      args.map((it) => [`<${it.name}>`, argumentSummary(it)]),
    ),
    table('Options', [...optionRows, helpRow]),
    ['Examples:', ...examples.flatMap(([line, purpose]) => [`  # ${sentence(purpose)}`, `  maps ${line}`])].join('\n'),
  )
}

const helpRow = ['-h, --help', 'print this']

function sections(...texts: string[]): string {
  return `${texts.filter((it) => it !== '').join('\n\n')}\n`
}

function sentence(phrase: string): string {
  return `${phrase[0]!.toUpperCase()}${phrase.slice(1)}.`
}

function argumentUsage({ name, isOptional, isRepeated }: Argument): string {
  const usage = `<${name}>${isRepeated ? '...' : ''}`
  return isOptional ? `[${usage}]` : usage
}

function argumentSummary({ summary, choices }: Argument): string {
  return choices ? `${summary}: ${choices.join(', ')}` : summary
}

function optionUsage(name: string, option: Option): string {
  const short = option.short ? `-${option.short}, ` : '    '
  return `${short}--${name}${valueUsage(option)}`
}

function valueUsage(option: Option): string {
  if (option.kind === 'flag') return ''
  if (option.kind !== 'choice') return ` ${option.value}`
  return isLong(option.choices) ? ' CHOICE' : ` ${option.choices.join('|')}`
}

function optionSummary(option: Option): string {
  const { summary } = option
  return option.kind === 'choice' && isLong(option.choices) ? `${summary}: ${option.choices.join(', ')}` : summary
}

/** Whether the choices are too long to stand beside the name of their option. */
function isLong(choices: readonly string[]): boolean {
  return choices.join('|').length >= 20
}

function table(title: string, rows: readonly string[][]): string {
  if (rows.length === 0) return ''
  const width = Math.max(...rows.map(([name]) => name!.length)) + 2
  return [`${title}:`, ...rows.map(([name, text]) => `  ${name!.padEnd(width)}${wrap(text!, width + 2)}`)].join('\n')
}

/** Wraps a text at word boundaries. All lines but the first are indented to `column`. */
function wrap(text: string, column: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1)!
    if (last !== '' && column + last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join(`\n${' '.repeat(column)}`)
}
