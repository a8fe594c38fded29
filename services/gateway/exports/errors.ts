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

/** 503: no worker made the file before its deadline. */
export class ExportTimedOut extends ExportsUnavailable {}

/** Why no export is taken out of the queue, although exports wait. `no worker`: none is running, or none begins an export. */
export type Stall = 'paused' | 'no worker'

const stallTexts = {
  paused: 'The export queue is paused, so no files are made at the moment.',
  'no worker': 'No render worker is taking exports at the moment, so no files are made.',
} satisfies Record<Stall, string>
const STALL_RETRY_SECONDS = 15

/** 503 of the service's own making: no export is taken out of the queue. */
export class ExportsStalled extends ExportsUnavailable {
  constructor(stall: Stall) {
    super(`${stallTexts[stall]} Finished files are still served. Try again in ${STALL_RETRY_SECONDS} s.`, {
      retryAfterSeconds: STALL_RETRY_SECONDS,
    })
  }
}
