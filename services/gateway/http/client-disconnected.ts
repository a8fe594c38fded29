import { ServiceError } from '@maps/shared/errors'
import type { ServerResponse } from 'node:http'

/** The error of a request whose client left before its response. All share it: a new one each time would capture a stack. */
export const clientDisconnected = new ServiceError(499, 'The client disconnected.')

/** Returns the status of a closed response, for operators. Node's own is 200 where the client left before the headers. */
export function statusOf({ headersSent, statusCode }: ServerResponse): number {
  return headersSent ? statusCode : clientDisconnected.status
}
