import { ServiceError } from '@maps/shared/errors'

/** Most characters of JSON, or bytes of Markdown, in a response: about 60,000 tokens, more than most agents accept at a time. */
const MAX_LENGTH = 256 * 1_024

/** Writes JSON for an agent. @throws ServiceError 413 for more than MAX_LENGTH */
export function stringifyBounded(data: object): string {
  const text = JSON.stringify(data)
  refuseTooLong(text.length, 'JSON')
  return text
}

/** Refuses a text that would fill an agent's context window. @throws ServiceError 413 for more than MAX_LENGTH */
export function refuseTooLong(length: number, form: 'JSON' | 'Markdown'): void {
  if (length <= MAX_LENGTH) return
  const size = (length / 1_024).toLocaleString('en', { maximumFractionDigits: 0 })
  throw new ServiceError(
    413,
    `The answer would be ${size} KB of ${form}, and at most ${MAX_LENGTH / 1_024} KB are told. Ask get_map for a summary or for what is ` +
      'around a node; the REST API has the whole map.',
  )
}
