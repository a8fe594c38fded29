import { Unavailable } from '@maps/shared/errors'

/** 503: this export cannot be made now; the same request may succeed in a few seconds. */
export class ExportsUnavailable extends Unavailable {
  constructor(
    message = 'Exports are not possible right now. Try again shortly.',
    { retryAfterSeconds = 5, ...options }: ErrorOptions & { retryAfterSeconds?: number } = {},
  ) {
    super(message, retryAfterSeconds, options)
  }
}

/** 503 that the client itself causes: its map is too costly, or its workspace has used up its export quota. */
export class ExportRefused extends ExportsUnavailable {}
