import type { Options } from '../command.ts'

/** Of the commands that create and update maps. */
export const saveOptions = {
  'dry-run': { kind: 'flag', short: 'n', summary: 'write nothing, and tell what would be written' },
  json: { kind: 'flag', summary: 'print JSON: outcome (created, updated, unchanged), id, name' },
} as const satisfies Options
