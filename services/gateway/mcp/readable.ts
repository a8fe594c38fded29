import { ServiceError } from '@maps/shared/errors'
import { oneLine } from '@maps/shared/one-line'

/** Most characters of JSON, or bytes of Markdown, in an answer: about 60,000 tokens, more than most agents take at a time. */
const MAX_TOLD = 256 * 1_024

/**
 * A copy of the data in which each text is one line without invisible characters, as in the `agents` export: an agent reads what a
 * person sees, and no hidden instructions.
 */
export function readable<Value>(value: Value): Value {
  if (typeof value === 'string') return readableText(value) as Value
  if (Array.isArray(value)) return value.map(readable) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, readable(it)])) as Value
}

/** A text as one line without invisible characters; U+FFFD for a text of nothing else, so that it does not become empty. */
export function readableText(text: string): string {
  return oneLine(text) || (text && '\ufffd')
}

/** JSON for an agent. @throws ServiceError 413 for more than it could keep in mind */
export function stringifyBounded(data: object): string {
  const text = JSON.stringify(data)
  refuseTooLong(text.length, 'JSON')
  return text
}

/** @throws ServiceError 413 for a text that is longer than what an agent could keep in mind */
export function refuseTooLong(length: number, form: 'JSON' | 'Markdown'): void {
  if (length <= MAX_TOLD) return
  const size = (length / 1_024).toLocaleString('en', { maximumFractionDigits: 0 })
  throw new ServiceError(
    413,
    `The answer would be ${size} KB of ${form}, and at most ${MAX_TOLD / 1_024} KB are told. Ask get_map for a summary or for what is ` +
      'around a node; the REST API has the whole map.',
  )
}
