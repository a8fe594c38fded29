import type { Context } from './context.ts'
import type { ExitCode } from './failure.ts'

/** A positional argument of a command. */
export interface Argument {
  name: string
  summary: string
  /** Permitted values; any value if unset. */
  choices?: readonly string[]
  isOptional?: true
  /** Accepts one or more values. Only the last argument of a command may be repeated. */
  isRepeated?: true
  isFile?: true
  /** Whether shells complete names of maps. */
  isMap?: true
}

/** Definition of a command-line option. */
export type Option = { summary: string; short?: string } & (
  | { kind: 'flag' }
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'number'; value: string }
  /** A list has commas between its values. */
  | { kind: 'text'; value: string; isFile?: true; isList?: true }
)

/** Option definitions of a command, keyed by long name. */
export type Options = Readonly<Record<string, Option>>

/** One invocation of a command: arguments, options and context. */
export interface Call<Definitions extends Options = Options> {
  args: readonly string[]
  options: { [Name in keyof Definitions]?: OptionValue<Definitions[Name]> }
  context: Context
}

type OptionValue<Definition extends Option> = Definition extends { kind: 'flag' }
  ? boolean
  : Definition extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Definition extends { kind: 'number' }
      ? number
      : string

/** A command. Help, argument checks and shell completion are derived from it. */
export interface Command<Definitions extends Options = Options> {
  name: string
  /** Description as a phrase, without a full stop. */
  summary: string
  /** Further paragraphs of the help text. */
  details?: readonly string[]
  args: readonly Argument[]
  options: Definitions
  /** Command lines without the leading `maps`, each with its purpose. */
  examples: readonly (readonly [line: string, purpose: string])[]
  /** @returns the exit code; `undefined` counts as `done` */
  run(call: Call<Definitions>): Promise<ExitCode | void>
}

/** Declares a command. The `kind` of each option determines the type of its value. */
export function defineCommand<const Definitions extends Options>(command: Command<Definitions>): Command {
  return command
}
