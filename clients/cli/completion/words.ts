import type { Argument, Option } from '../command.ts'

/** Whether an option takes a value. */
export function takesValue(option: Option): boolean {
  return option.kind !== 'flag'
}

/** Whether the value of an argument or option is a file path. */
export function isFile(part: Argument | Option): boolean {
  return 'isFile' in part && part.isFile
}

/** Permitted values of an argument or option; an empty list permits any value. */
export function wordsOf(part: Argument | Option): readonly string[] {
  return 'choices' in part ? (part.choices ?? []) : []
}

/** The spellings of an option, as in `--output` and `-o`. */
export function longAndShort(long: string, { short }: Option): string[] {
  return [`--${long}`, ...(short === undefined ? [] : [`-${short}`])]
}
