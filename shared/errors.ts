/** An error response, thrown where the error is detected and sent in one place. Clients see `message`. */
export class ServiceError extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, options: ErrorOptions & { headers?: Record<string, string> } = {}) {
    super(message, options)
    this.name = new.target.name
    this.status = status
    this.headers = options.headers ?? {}
  }
}

/** What is wrong with each invalid field, or would be valid, by dotted path, as in `edges[0].color`. The empty path is the whole body, query or path. */
export type FieldErrors = Readonly<Record<string, string>>

/** 400: the request's content is invalid. `fields` names the invalid fields. */
export class InvalidRequest extends ServiceError {
  readonly fields: FieldErrors
  /** Whether there are more invalid fields than named. */
  readonly isTruncated: boolean

  constructor(
    message: string,
    fields: FieldErrors,
    { isTruncated = false, ...options }: ErrorOptions & { isTruncated?: boolean } = {},
  ) {
    super(400, message, options)
    this.fields = fields
    this.isTruncated = isTruncated
  }
}

/** A field, as in `nodes[0].id`, and what is wrong with it, or would be valid. */
export type FieldProblem = readonly [path: string, problem: string]

/** Maximum number of invalid fields that a response names. */
export const MAX_PROBLEMS = 20

/** Creates the error that names the first of some invalid fields. @param subject what has them, as in "The body" */
export function invalidFields(subject: string, problems: readonly FieldProblem[]): InvalidRequest {
  const fields = Object.fromEntries(problems.slice(0, MAX_PROBLEMS))
  const rootProblem = fields['']
  const detail = rootProblem ? `${subject} ${rootProblem}.` : `${subject} is not valid: see "fields".`
  return new InvalidRequest(detail, fields, { isTruncated: problems.length > MAX_PROBLEMS })
}

/** What is wrong with the token of a request. The last one stands for three cases, so that none can be told from another. */
const tokenFaults = {
  missing: 'The request has no Authorization header.',
  'not Bearer': 'The Authorization header is not the word Bearer, a space and a token.',
  'cut off': 'The token is cut off or misspelt: its checksum is wrong.',
  unknown: 'The token is unknown, expired or revoked.',
} as const

/** 401: the request has no valid token. By default the token has the right form, and the response does not say why it is refused. */
export class Unauthorized extends ServiceError {
  constructor(fault: keyof typeof tokenFaults = 'unknown') {
    const request = 'Send a valid workspace token as "Authorization: Bearer <WORKSPACE_TOKEN>".'
    super(401, `${request} ${tokenFaults[fault]}`, { headers: { 'WWW-Authenticate': 'Bearer realm="maps"' } })
  }
}

/** 403: the token is read-only. See RFC 6750, section 3.1. */
export class InsufficientScope extends ServiceError {
  constructor() {
    super(403, 'This token may only read: use one that was created without --read-only.', {
      headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
    })
  }
}

/** 403: the request exceeds the workspace's plan. */
export class PlanLimit extends ServiceError {
  constructor(message: string) {
    super(403, message)
  }
}

/** 404: the caller's workspace has no resource of that id; the same for an id of another workspace. */
export class NotFound extends ServiceError {
  constructor(message: string) {
    super(404, message)
  }
}

/** 429: the caller's own quota is used up. */
export class TooManyRequests extends ServiceError {
  constructor(retryAfterSeconds: number) {
    super(429, `Too many requests. Try again in ${retryAfterSeconds} s.`, {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    })
  }
}

/** 503: the service cannot do this now; the same request may succeed later. */
export class Unavailable extends ServiceError {
  constructor(message: string, retryAfterSeconds: number, options: ErrorOptions = {}) {
    super(503, message, { ...options, headers: { 'Retry-After': String(retryAfterSeconds) } })
  }
}
