import { oneLine } from '@maps/shared/one-line'

/**
 * Copies data with each text as one line without invisible characters, as in the `agents` export: an agent reads what a person sees,
 * and no hidden instructions.
 */
export function sanitize<Value>(value: Value): Value {
  if (typeof value === 'string') return sanitizeText(value) as Value
  if (Array.isArray(value)) return value.map(sanitize) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, sanitize(it)])) as Value
}

/** A text as one line without invisible characters; U+FFFD for a text of nothing else, so that it does not become empty. */
export function sanitizeText(text: string): string {
  return oneLine(text) || (text && '\ufffd')
}
