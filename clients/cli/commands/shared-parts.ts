import type { Argument, Options } from '../command.ts'

/** The map that a command is about. */
export const mapArgument = { name: 'map', summary: 'its id or exact name' } as const satisfies Argument

/**
 * Where a command writes its file.
 * @param otherwise what it writes where this is not given
 */
export function outputOption(otherwise: string) {
  const summary = `the file to write, - for standard output; ${otherwise} where not given`
  return { output: { kind: 'text', short: 'o', value: 'FILE', isFile: true, summary } } as const satisfies Options
}

/** Of the commands that create and update maps. */
export const saveOptions = {
  'dry-run': { kind: 'flag', short: 'n', summary: 'write nothing, and tell what would be written' },
  json: { kind: 'flag', summary: 'print JSON: outcome (created, updated, unchanged), id, name' },
} as const satisfies Options
