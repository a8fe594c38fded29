import { InsufficientScope, PlanLimit, type ServiceError } from '@maps/shared/errors'

/** Path of the pages about errors. */
export const PROBLEM_PAGES = '/docs/problems'

/** A kind of error response: what its page says. */
export interface ProblemKind {
  status: number
  title: string
  /** What it means. */
  meaning: string
  /** What a client can do about it. */
  remedy: string
}

/** The kinds of error responses, by the last segments of the addresses of their pages. */
export const problemKinds: Readonly<Record<string, ProblemKind>> = {
  'invalid-request': {
    status: 400,
    title: 'The request is not valid',
    meaning: 'The path, the query, a header or the body has something that the service does not accept.',
    remedy: 'Change what "fields" names, by its path, as in edges[0].color, or else what "detail" says.',
  },
  'no-valid-token': {
    status: 401,
    title: 'There is no valid token',
    meaning:
      'The workspace token is missing, cut off, unknown, expired or revoked. "detail" says which as far as it may.',
    remedy: 'Send "Authorization: Bearer" and a token. The operator of the service creates tokens.',
  },
  'plan-limit': {
    status: 403,
    title: 'The plan does not include this',
    meaning:
      'The map has too many nodes for the plan of the workspace, the workspace too many maps or bytes, or the plan lacks the format.',
    remedy: 'Make the map smaller, delete maps, export another format, or ask the operator for another plan.',
  },
  'read-only-token': {
    status: 403,
    title: 'The token may only read',
    meaning: 'The token of the request was created for reading. It cannot create, change or delete maps.',
    remedy: 'Use a token that was created without --read-only.',
  },
  'foreign-origin': {
    status: 403,
    title: 'Pages of this origin may not call the service',
    meaning: 'The request comes from a page in a browser whose origin the service does not know.',
    remedy: 'Ask the operator to add the origin to the setting CORS_ORIGINS.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing here',
    meaning: 'No route has this path, or no map in the workspace of the token has this id.',
    remedy: 'Compare the path with the documentation, and the id with the list of maps.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The path does not have this method',
    meaning: 'The path exists, but not with the method of the request.',
    remedy: 'Use one of the methods in the header "Allow".',
  },
  'not-acceptable': {
    status: 406,
    title: 'The response has none of these types',
    meaning: 'The header "Accept" has no media type that the route can respond with.',
    remedy: 'Send one of the media types in "detail".',
  },
  'too-slow': {
    status: 408,
    title: 'The request came too slowly',
    meaning: 'The headers or the body did not arrive in time.',
    remedy: 'Send the request again, without pauses.',
  },
  'key-in-use': {
    status: 409,
    title: 'The same request is under way',
    meaning: 'A request with this Idempotency-Key has not been answered yet.',
    remedy: 'Send the request again after the seconds in the header "Retry-After".',
  },
  'version-conflict': {
    status: 412,
    title: 'The map has changed',
    meaning: 'The map is no longer at the version in the header "If-Match".',
    remedy: 'Fetch the map, repeat the change on it, and send the new ETag.',
  },
  'too-large': {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body has more bytes than the service takes, before or after its decompression.',
    remedy: 'Split the map, or shorten its texts. "detail" has the limit.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body is of another type',
    meaning: 'The route does not take the Content-Type or the Content-Encoding of the body.',
    remedy: 'Send the body as "detail" says.',
  },
  'unknown-expectation': {
    status: 417,
    title: 'The expectation cannot be met',
    meaning: 'The header "Expect" has something other than 100-continue.',
    remedy: 'Leave the header out.',
  },
  'key-reused': {
    status: 422,
    title: 'The key belongs to another request',
    meaning: 'This Idempotency-Key was sent with another body within the last 24 hours.',
    remedy: 'Give each new map a key of its own.',
  },
  'too-many-requests': {
    status: 429,
    title: 'There were too many requests',
    meaning: 'The workspace, or the address of the client, has used up its requests of this minute.',
    remedy: 'Wait for the seconds in the header "Retry-After". The header "RateLimit" says how much is left.',
  },
  'too-large-headers': {
    status: 431,
    title: 'The headers are too large',
    meaning: 'The headers of the request have more bytes than the service reads.',
    remedy: 'Leave out headers that the service does not need, such as cookies.',
  },
  'internal-error': {
    status: 500,
    title: 'Something went wrong in the service',
    meaning: 'The service has a fault. The request itself may be right, and a change may have been made.',
    remedy: 'Give the operator the "requestId": the log of the service has the error under it.',
  },
  unavailable: {
    status: 503,
    title: 'The service cannot do this now',
    meaning: 'A part of the service is missing or busy, or the map takes too long. "detail" says which.',
    remedy: 'Send the request again after the seconds in the header "Retry-After".',
  },
}

/** The last kind of each status: the errors of earlier ones have classes of their own. */
const kindOfStatus = new Map(Object.entries(problemKinds).map(([kind, { status }]) => [status, kind]))

/** The address of the page about an error, relative to the service; `about:blank` for a status without a page (RFC 9457, section 4.2.1). */
export function problemType(error: Pick<ServiceError, 'status'>): string {
  const kind = kindOf(error)
  return kind === undefined ? 'about:blank' : `${PROBLEM_PAGES}/${kind}`
}

function kindOf(error: Pick<ServiceError, 'status'>): string | undefined {
  if (error instanceof PlanLimit) return 'plan-limit'
  if (error instanceof InsufficientScope) return 'read-only-token'
  return kindOfStatus.get(error.status)
}
