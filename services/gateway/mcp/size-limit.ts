import { ServiceError } from '@maps/shared/errors'

/** Maximum number of characters of JSON, or bytes of Markdown, in a response: about 60,000 tokens, more than most agents accept at a time. */
const MAX_LENGTH = 256 * 1_024

/**
 * Maximum number of characters of texts that are read for a result, before `sanitize`, which shortens texts, but no ordinary one by half. Work on a result
 * ends there: the largest maps have 30 times as much.
 */
const MAX_SOURCE_LENGTH = 2 * MAX_LENGTH

/** Adds a length to the source of a result. @throws ServiceError 413 once there is more than MAX_SOURCE_LENGTH */
export type SpendLength = (length: number) => void

/** Creates the budget of one result. */
export function createLengthBudget(): SpendLength {
  let left = MAX_SOURCE_LENGTH
  return (length) => {
    left -= length
    if (left < 0) throw tooLong(`more than ${MAX_SOURCE_LENGTH / 1_024}`, 'JSON')
  }
}

/** Writes JSON for an agent. @throws ServiceError 413 for more than MAX_LENGTH */
export function stringifyBounded(data: object): string {
  const text = JSON.stringify(data)
  refuseTooLong(text.length, 'JSON')
  return text
}

/** Refuses a text that would fill an agent's context window. @throws ServiceError 413 for more than MAX_LENGTH */
export function refuseTooLong(length: number, form: 'JSON' | 'Markdown'): void {
  if (length <= MAX_LENGTH) return
  throw tooLong((length / 1_024).toLocaleString('en', { maximumFractionDigits: 0 }), form)
}

function tooLong(size: string, form: 'JSON' | 'Markdown'): ServiceError {
  return new ServiceError(
    413,
    `The answer would be ${size} KB of ${form}, and at most ${MAX_LENGTH / 1_024} KB are told. Ask get_map for a summary or for what is ` +
      'around a node; the REST API has the whole map.',
  )
}
