import { oneLine } from '@maps/shared/one-line'

/**
 * Copies data with each text as one line without invisible characters, as in the `agents` export: an agent must read the same text as a
 * person, without hidden instructions.
 */
export function sanitize<Value>(value: Value): Value {
  if (typeof value === 'string') return sanitizeText(value) as Value
  if (Array.isArray(value)) return value.map(sanitize) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, sanitize(member)])) as Value
}

/** Reduces a text to one line without invisible characters. A text of only such characters becomes U+FFFD rather than empty. */
export function sanitizeText(text: string): string {
  return oneLine(text) || (text && '\ufffd')
}
