import type { Argument, Option } from '../command.ts'

export function takesValue(option: Option): boolean {
  return option.kind !== 'flag'
}

export function isFile(part: Argument | Option): boolean {
  return 'isFile' in part && part.isFile
}

/** All the words that an argument, or the value of an option, can be; none where it can be any. */
export function wordsOf(part: Argument | Option): readonly string[] {
  return 'choices' in part ? (part.choices ?? []) : []
}

export function longAndShort(long: string, { short }: Option): string[] {
  return [`--${long}`, ...(short === undefined ? [] : [`-${short}`])]
}
