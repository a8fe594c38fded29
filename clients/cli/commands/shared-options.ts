import type { Argument, Options } from '../command.ts'

/** The argument that identifies the map of a command. */
export const mapArgument = { name: 'map', summary: 'its id or exact name', isMap: true } as const satisfies Argument

/**
 * Declares the option for the output file.
 * @param otherwise phrase of the help text for the default output
 */
export function outputOption(otherwise: string) {
  const summary = `the file to write, - for standard output; ${otherwise} where not given`
  return { output: { kind: 'text', short: 'o', value: 'FILE', isFile: true, summary } } as const satisfies Options
}

/** The option of commands that can keep the services of a map where its pictures show them. */
export const pinOption = {
  pin: { kind: 'flag', summary: 'keep services where pictures show them, and new ones from now on' },
} as const satisfies Options

/** Options of the commands that create or update maps. */
export const saveOptions = {
  'dry-run': { kind: 'flag', short: 'n', summary: 'write nothing, and tell what would be written, or refused' },
  note: { kind: 'text', value: 'TEXT', summary: 'why, for maps log: the version is then kept' },
  json: { kind: 'flag', summary: 'print JSON: outcome (created, updated, unchanged), id, name, shareUrl, change' },
} as const satisfies Options
