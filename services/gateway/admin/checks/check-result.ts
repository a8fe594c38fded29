/** One thing that was looked at: in order, worth knowing, or to be mended. The text of the last two says what to do. */
export interface Finding {
  state: 'ok' | 'warn' | 'BAD'
  text: string
}

export function ok(text: string): Finding {
  return { state: 'ok', text }
}

export function warn(text: string): Finding {
  return { state: 'warn', text }
}

export function bad(text: string): Finding {
  return { state: 'BAD', text }
}

/** What an error says, with what is behind it where it says nothing. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? reasonOf(cause) : message
}
