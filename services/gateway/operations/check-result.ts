/** The result of a check of `admin doctor`. The text of a warning or failure names the remedy. */
export interface CheckResult {
  state: 'ok' | 'warn' | 'BAD'
  text: string
}

/** The result of a check that found nothing wrong. */
export function ok(text: string): CheckResult {
  return { state: 'ok', text }
}

/** The result of a check that found a risk. */
export function warn(text: string): CheckResult {
  return { state: 'warn', text }
}

/** The result of a check that found a fault. */
export function failed(text: string): CheckResult {
  return { state: 'BAD', text }
}

/** The message of an error's innermost cause. For a host name with several addresses, Node throws an AggregateError: its first error counts. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return cause instanceof Error ? reasonOf(cause) : message
}
