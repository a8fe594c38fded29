/** The details of a failed call. */
export interface Problem {
  status?: number | undefined
  title?: string | undefined
  detail?: string | undefined
  fields?: Readonly<Record<string, string>> | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
}

/** The error of a failed call. Its `message` says what is wrong and what would be valid. */
export class MapsError extends Error {
  /** Status of the response; undefined without a response. */
  readonly status: number | undefined
  /** Name of the status, as in "Not Found". */
  readonly title: string
  /** What is wrong and what would be valid, without the fields. */
  readonly detail: string
  /** On 400: what would be valid, by the path of the field, as in `edges[0].color`. */
  readonly fields: Readonly<Record<string, string>>
  /** Id of the request, for reports to the operator. */
  readonly requestId: string | undefined
  /** Seconds until the next attempt may succeed. */
  readonly retryAfter: number | undefined

  constructor(problem: Problem, options?: ErrorOptions) {
    const { status, title = '', detail = '', fields = {}, requestId, retryAfter } = problem
    super(messageOf(detail || title, fields), options)
    this.name = new.target.name
    this.status = status
    this.title = title
    this.detail = detail
    this.fields = fields
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/** 400: `fields` names what to change. */
export class ValidationError extends MapsError {}

/** 401: the token is missing, wrong, expired or revoked. */
export class UnauthorizedError extends MapsError {}

/** 403: the workspace's plan or a read-only token does not allow the call. */
export class ForbiddenError extends MapsError {}

/** 404: no map of the workspace has this id, or no such version. */
export class NotFoundError extends MapsError {}

/** 409: another request with the same idempotency key is in progress. */
export class ConflictError extends MapsError {}

/** 412: the map has changed since it was read. */
export class PreconditionFailedError extends MapsError {}

/** 429: the workspace has used up its quota of requests for the next `retryAfter` seconds. */
export class RateLimitedError extends MapsError {}

/** 502, 503 or 504: the service cannot answer now. */
export class UnavailableError extends MapsError {}

/** The response is missing or incomplete; `cause` has the reason. The service may have applied a change nevertheless. */
export class ConnectionError extends MapsError {}

function messageOf(text: string, fields: Readonly<Record<string, string>>): string {
  // An empty name stands for the whole body, which the text describes.
  const named = Object.entries(fields).filter(([field]) => field !== '')
  return named.length === 0 ? text : `${text} ${named.map(([field, problem]) => `${field} ${problem}`).join('; ')}.`
}
