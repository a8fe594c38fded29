import type { GuideOptions } from '../typescript/index.ts'

/** The export that produced a file. */
export interface Refresh {
  map: string
  format: 'claude' | 'agents'
  options: GuideOptions
}

/** The options that are true or false. */
const flags: ReadonlySet<string> = new Set(['compact', 'costs'] satisfies (keyof GuideOptions)[])

/**
 * Parses the refresh command at the end of a `claude` or `agents` file; undefined if the file has none. The host
 * of the command is ignored: the token goes only to the service that the user chose.
 */
export function readRefreshCommand(text: string): Refresh | undefined {
  const command = text.slice(text.lastIndexOf('\n## Refresh'))
  const [, map, format, query] = /\/maps\/([\w-]+)\/export\/(claude|agents)(?:\?([^'\s]*))?'/.exec(command) ?? []
  if (map === undefined) return undefined
  const given = [...new URLSearchParams(query)].map(([name, value]) => [
    name,
    flags.has(name) ? value === 'true' : value,
  ])
  return { map, format: format as Refresh['format'], options: Object.fromEntries(given) as GuideOptions }
}
