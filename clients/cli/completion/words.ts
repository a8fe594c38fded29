import type { Argument, Option } from '../command.ts'

/** Whether the word after an option belongs to it. */
export function takesValue(option: Option): boolean {
  return option.kind !== 'flag'
}

/** Whether an argument, or the value of an option, is the path of a file. */
export function isFile(part: Argument | Option): boolean {
  return 'isFile' in part && part.isFile
}

/** All the words that an argument, or the value of an option, can be; none where it can be any. */
export function wordsOf(part: Argument | Option): readonly string[] {
  return 'choices' in part ? (part.choices ?? []) : []
}

/** How an option is written, such as `--output` and `-o`. */
export function longAndShort(long: string, { short }: Option): string[] {
  return [`--${long}`, ...(short === undefined ? [] : [`-${short}`])]
}
