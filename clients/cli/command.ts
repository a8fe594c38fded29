import type { Context } from './context.ts'
import type { ExitCode } from './failure.ts'

/** A word of the command line that is no option. */
export interface Argument {
  name: string
  summary: string
  /** All the words that it can be. */
  choices?: readonly string[]
  isOptional?: true
  /** Whether more of its kind may follow. The last one alone may be so. */
  isRepeated?: true
  isFile?: true
}

/** An option, by its long name. */
export type Option = { summary: string; short?: string } & (
  | { kind: 'flag' }
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'number'; value: string }
  | { kind: 'text'; value: string; isFile?: true }
)

/** The options of a command by their long names. */
export type Options = Readonly<Record<string, Option>>

/** What the user gave. */
export interface Call<Given extends Options = Options> {
  args: readonly string[]
  options: { [Name in keyof Given]?: OptionValue<Given[Name]> }
  context: Context
}

type OptionValue<Kind extends Option> = Kind extends { kind: 'flag' }
  ? boolean
  : Kind extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Kind extends { kind: 'number' }
      ? number
      : string

/** A command, of which help, checks and completion are made. */
export interface Command<Given extends Options = Options> {
  name: string
  /** A phrase without a full stop. */
  summary: string
  /** Paragraphs that follow in its help. */
  details?: readonly string[]
  args: readonly Argument[]
  options: Given
  /** Command lines without `maps`, and what each is for. */
  examples: readonly (readonly [line: string, purpose: string])[]
  /** @returns the exit code, `done` where it is none */
  run(call: Call<Given>): Promise<ExitCode | void>
}

/** Declares a command, whose options get the types that their kinds say. */
export function defineCommand<const Given extends Options>(command: Command<Given>): Command {
  return command
}
