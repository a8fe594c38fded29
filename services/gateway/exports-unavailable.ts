import { Unavailable } from '@maps/shared/errors'

const RETRY_AFTER_SECONDS = 5

/** 503: this export cannot be made now; the same request may succeed in a few seconds. */
export class ExportsUnavailable extends Unavailable {
  constructor(message = 'Exports are not possible right now. Try again shortly.', options: ErrorOptions = {}) {
    super(message, RETRY_AFTER_SECONDS, options)
  }
}
