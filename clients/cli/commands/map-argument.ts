import type { Argument } from '../command.ts'

/** The map that a command is about. */
export const mapArgument = { name: 'map', summary: 'its id or exact name' } as const satisfies Argument
