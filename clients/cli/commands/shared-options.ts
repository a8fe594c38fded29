import type { Argument, Options } from '../command.ts'

/** The argument that names a command's map. */
export const mapArgument = { name: 'map', summary: 'its id or exact name' } as const satisfies Argument

/**
 * The option that names the file to write.
 * @param otherwise what a command writes without it, as it stands in the help
 */
export function outputOption(otherwise: string) {
  const summary = `the file to write, - for standard output; ${otherwise} where not given`
  return { output: { kind: 'text', short: 'o', value: 'FILE', isFile: true, summary } } as const satisfies Options
}

/** The options of commands that create and update maps. */
export const saveOptions = {
  'dry-run': { kind: 'flag', short: 'n', summary: 'write nothing, and tell what would be written' },
  json: { kind: 'flag', summary: 'print JSON: outcome (created, updated, unchanged), id, name' },
} as const satisfies Options
