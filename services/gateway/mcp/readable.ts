import { oneLine } from '@maps/shared/one-line'

/**
 * The same data with each text as one visible line, as the agents' export writes it: what an agent reads of a map is what a person
 * sees, and nothing that only programs obey.
 */
export function readable<Value>(value: Value): Value {
  if (typeof value === 'string') return readableText(value) as Value
  if (Array.isArray(value)) return value.map(readable) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, readable(it)])) as Value
}

/** A text of invisible characters alone is one replacement character, so that it does not become empty. */
export function readableText(text: string): string {
  return oneLine(text) || (text && '\ufffd')
}
