import {
  ConnectionError,
  ForbiddenError,
  MapsError,
  NotFoundError,
  PreconditionFailedError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
} from '../typescript/index.ts'
import { type ExitCode, exitCodes, Failure } from './failure.ts'
import { plain } from './output.ts'

/** Message for the user and exit code of an error. */
export function describeError(error: unknown): { text: string; exitCode: ExitCode } {
  if (error instanceof Failure) return { text: error.message, exitCode: error.exitCode }
  if (error instanceof MapsError) return { text: describeMapsError(error), exitCode: exitCodeOf(error) }
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: exitCodes.failed }
}

function describeMapsError(error: MapsError): string {
  const { fields, requestId, status = 0 } = error
  const lines = Object.entries(fields).filter(([field]) => field !== '')
  return [
    lines.length > 0 ? 'The service does not take it:' : sentenceOf(error),
    ...lines.map(([field, problem]) => `  ${plain(field)} ${plain(problem)}`),
    ...(status >= 500 && requestId ? [`The id of the request, for the operator: ${plain(requestId)}`] : []),
  ].join('\n')
}

function sentenceOf(error: MapsError): string {
  const detail = plain(error.detail || error.title)
  if (error instanceof ConnectionError) return `The service cannot be reached: ${reasonOf(error)}. ${detail}`
  if (error instanceof UnauthorizedError)
    return 'The token is wrong, expired or revoked. Run maps login, or set MAPS_TOKEN.'
  if (error instanceof PreconditionFailedError) return 'The map was changed at the same moment. Run the command again.'
  return detail
}

/** Message of the innermost cause; the outer errors only say "fetch failed". */
function reasonOf(error: Error): string {
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return error.message || (error as NodeJS.ErrnoException).code || error.name
}

function exitCodeOf(error: MapsError): ExitCode {
  const isTransientError = [ConnectionError, UnavailableError, RateLimitedError].some((it) => error instanceof it)
  if (isTransientError) return exitCodes.undecided
  if (error instanceof NotFoundError) return exitCodes.noSuchMap
  if (error instanceof UnauthorizedError || error instanceof ForbiddenError) return exitCodes.notAllowed
  return exitCodes.failed
}
