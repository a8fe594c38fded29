import type { z } from 'zod'

/** Says what a value has to be, as the rest of a sentence that begins with its name; undefined if the message of its schema does. */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${withArticle(issue.expected)}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return `must be at least ${issue.minimum}`
    case 'too_big':
      return `must be at most ${issue.maximum}`
    default:
      return undefined
  }
}

function withArticle(type: string): string {
  if (type === 'int') return 'a whole number'
  if (type === 'number') return 'a finite number'
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
