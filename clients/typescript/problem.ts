import {
  ConflictError,
  ForbiddenError,
  MapsError,
  NotFoundError,
  PreconditionFailedError,
  type Problem,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  ValidationError,
} from './errors.ts'

const classOfStatus: Readonly<Record<number, typeof MapsError>> = {
  400: ValidationError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  429: RateLimitedError,
  502: UnavailableError,
  503: UnavailableError,
  504: UnavailableError,
}

/** Creates the error of a failed response, of the class for its status. Ignores a body that is no problem document, as from a proxy. */
export async function errorOf(response: Response): Promise<MapsError> {
  const { status, statusText, headers } = response
  const problem = await readProblem(response)
  const ErrorOfStatus = classOfStatus[status] ?? MapsError
  return new ErrorOfStatus({
    status,
    title: problem.title ?? (statusText || `Status ${status}`),
    detail: problem.detail,
    fields: problem.fields,
    requestId: problem.requestId ?? headers.get('X-Request-Id') ?? undefined,
    retryAfter: readRetryAfter(headers.get('Retry-After')),
  })
}

/**
 * Throws for a redirect, which no client follows: it would send token and map to an address that the user has not chosen. Fetch with
 * `redirect: 'manual'`.
 */
export function refuseRedirect({ status, type, headers }: Response, url: string): void {
  // A browser does not show where a redirect leads.
  if (type !== 'opaqueredirect' && (status < 301 || status > 308 || status === 304)) return
  const target = headers.get('Location') ?? 'another address'
  throw new MapsError({
    status,
    title: 'Redirect',
    detail:
      `${url} redirects to ${target}. Redirects are not followed, so that token and map go to no other address: ` +
      'baseUrl must be the address of the API, which redirects nowhere.',
  })
}

async function readProblem(response: Response): Promise<Problem> {
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json')
  const text = await response.text()
  const problem = isProblem ? (JSON.parse(text) as Problem | null) : null
  return problem ?? {}
}

/** Seconds from now until the time in a `Retry-After` header, which has seconds or a date (RFC 9110 §10.2.3). */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const time = Date.parse(header)
  return Number.isNaN(time) ? undefined : Math.max(0, (time - Date.now()) / 1_000)
}
