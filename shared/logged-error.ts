/** An error in a log line. */
export interface LoggedError {
  type: string
  message: string
  stack: string
  code?: string | number
  /** Name of the Redis command that failed, without its arguments, which may be maps, files and passwords. */
  command?: string
  cause?: LoggedError
  /** The first MAX_ERRORS errors of an AggregateError. */
  errors?: LoggedError[]
}

/** Longest chain of causes. */
const MAX_DEPTH = 5
const MAX_ERRORS = 5
/** Maximum number of characters of a message. */
const MAX_LENGTH = 2_000

/**
 * Picks the fields of an error that an operator needs. Libraries attach requests and their contents to errors, and some quote them in
 * the message: neither is logged.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' }
  const { code, command, cause } = error as Error & { code?: unknown; command?: { name?: unknown } }
  const message = withoutContent(error.message)
  const isDeepest = depth === MAX_DEPTH
  return {
    type: error.name,
    message,
    stack: `${error.name}: ${message}${framesOf(error)}`,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof command?.name === 'string' && { command: command.name }),
    ...(cause !== undefined && !isDeepest && { cause: loggedError(cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      !isDeepest && { errors: error.errors.slice(0, MAX_ERRORS).map((it) => loggedError(it, depth + 1)) }),
  }
}

/** Removes quoted content: Redis quotes the arguments of unknown commands, V8 quotes malformed JSON, and drivers quote URLs with passwords. */
function withoutContent(message: string): string {
  return message
    .slice(0, 10 * MAX_LENGTH)
    .replace(/, with args beginning with: .*/s, '')
    .replace(/^.* is not valid JSON$/s, 'not valid JSON')
    .replaceAll(/\b([a-z][a-z\d+.-]*:\/\/)[^\s"'<>]*@/gi, '$1[redacted]@')
    .slice(0, MAX_LENGTH)
}

/** The frames of an error's stack, without the message that V8 writes before them. */
function framesOf({ stack = '' }: Error): string {
  const lines = stack.split('\n')
  const frames = lines.slice(lines.findLastIndex((it) => !/^\s+at /.test(it)) + 1)
  return frames.map((it) => `\n${it}`).join('')
}
