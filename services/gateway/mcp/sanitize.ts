import { oneLine } from '@maps/shared/text'
import type { SpendLength } from './size-limit.ts'

/**
 * Copies data with each text as one line without invisible characters, as in the `agents` export: an agent must read the same text as a
 * person, without hidden instructions.
 * @param spend called with the length of each text and each field's name
 */
export function sanitize<Value>(value: Value, spend: SpendLength): Value {
  if (typeof value === 'string') {
    spend(value.length)
    return sanitizeText(value) as Value
  }
  if (Array.isArray(value)) return value.map((it: unknown) => sanitize(it, spend)) as Value
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => {
    spend(key.length)
    return [key, sanitize(member as unknown, spend)]
  })
  return Object.fromEntries(members) as Value
}

/** Reduces a text to one line without invisible characters. A text of only such characters becomes U+FFFD rather than empty. */
export function sanitizeText(text: string): string {
  return oneLine(text) || (text && '\ufffd')
}
