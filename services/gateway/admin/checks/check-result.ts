/** The result of a check of `admin doctor`. The text of a warning or failure says what to do. */
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

/** The message of an error's innermost cause. Node reports a name with several addresses as an AggregateError without a message: then the first one's. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return cause instanceof Error ? reasonOf(cause) : message
}
