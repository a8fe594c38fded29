import type { GuideOptions } from '../typescript/index.ts'

/** The export that a file was made by. */
export interface Refresh {
  map: string
  format: 'claude' | 'agents'
  options: GuideOptions
}

/**
 * Reads from the refresh command at the end of a `claude` or `agents` file which export made it; undefined if there is none. The host
 * in it is ignored: a token goes to the service that the user chose, and not where a file says.
 */
export function readRefreshCommand(text: string): Refresh | undefined {
  const command = text.slice(text.lastIndexOf('\n## Refresh'))
  const [, map, format, query] = /\/maps\/([\w-]+)\/export\/(claude|agents)(?:\?([\w=&]*))?'/.exec(command) ?? []
  if (map === undefined) return undefined
  const given = new URLSearchParams(query)
  const options = {
    ...(given.has('compact') && { compact: given.get('compact') === 'true' }),
    ...(given.has('costs') && { costs: given.get('costs') === 'true' }),
  }
  return { map, format: format as Refresh['format'], options }
}
