/** What is known of a failure. */
export interface Problem {
  status?: number | undefined
  title?: string | undefined
  detail?: string | undefined
  fields?: Readonly<Record<string, string>> | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
}

/** A call that did not succeed. Its `message` says what is wrong and what would be right. */
export class MapsError extends Error {
  /** Of the response; undefined where there was none. */
  readonly status: number | undefined
  /** The name of the status, as in "Not Found". */
  readonly title: string
  /** What is wrong and what would be right, without the fields. */
  readonly detail: string
  /** On 400: what would be valid, by field, as in `edges[0].color`. */
  readonly fields: Readonly<Record<string, string>>
  /** To be quoted to the operator. */
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

/** 403: the workspace's plan, or a token that may only read, does not allow it. */
export class ForbiddenError extends MapsError {}

/** 404: no map of that id in the workspace. */
export class NotFoundError extends MapsError {}

/** 409: another request with the same idempotency key is under way. */
export class ConflictError extends MapsError {}

/** 412: the map has changed since it was read. */
export class PreconditionFailedError extends MapsError {}

/** 429: the workspace's quota is used up, for `retryAfter` seconds. */
export class RateLimitedError extends MapsError {}

/** 502, 503 or 504: the service cannot answer now. */
export class UnavailableError extends MapsError {}

/** No response arrived, or only a part of it; `cause` says why. What was to be changed may have been changed. */
export class ConnectionError extends MapsError {}

function messageOf(text: string, fields: Readonly<Record<string, string>>): string {
  // The text itself says what is wrong with the body as a whole.
  const told = Object.entries(fields).filter(([field]) => field !== '')
  return told.length === 0 ? text : `${text} ${told.map(([field, problem]) => `${field} ${problem}`).join('; ')}.`
}
