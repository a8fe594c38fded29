import type { Argument, Command, Option } from '../command.ts'

/** Whether an option takes a value. */
export function takesValue(option: Option): boolean {
  return option.kind !== 'flag'
}

/** Whether the value of an argument or option is a file path. */
export function isFile(part: Argument | Option): boolean {
  return 'isFile' in part && part.isFile
}

/** Whether the value of an argument is a map. */
export function isMap(part: Argument | Option): boolean {
  return 'isMap' in part && part.isMap
}

/** Command line that prints the names of maps, a line each; none if the service does not answer. */
export const NAMES_OF_MAPS = 'maps completion maps 2>/dev/null </dev/null'

/** Permitted values of an argument or option; an empty list permits any value. */
export function wordsOf(part: Argument | Option): readonly string[] {
  return 'choices' in part ? (part.choices ?? []) : []
}

/** The spellings of an option, as in `--output` and `-o`. */
export function longAndShort(long: string, { short }: Option): string[] {
  return [`--${long}`, ...(short === undefined ? [] : [`-${short}`])]
}

/** All options with a value, each behind its command and quoted, as in `'export --output'`. */
export function valuedOptions(commands: readonly Command[]): string[] {
  return commands.flatMap(({ name, options }) =>
    Object.entries(options)
      .filter(([, option]) => takesValue(option))
      .flatMap(([long, option]) => longAndShort(long, option).map((it) => `'${name} ${it}'`)),
  )
}
