import { InvalidRequest, ServiceError } from '@maps/shared/errors'
import type { Step } from './in-turn.ts'

/** Refuses what Node would refuse without a word of why, or let pass. */
export const checkHead: Step = ({ headers: { expect }, rawHeaders, httpVersion }) => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at]!)) hosts++
  // https://www.rfc-editor.org/rfc/rfc9112#section-3.2
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) throw new InvalidRequest('Send one Host header.')
  if (expect !== undefined && !/^100-continue$/i.test(expect)) {
    throw new ServiceError(417, 'The only expectation that can be met is 100-continue.')
  }
}

/** Most names are told from it by their length. */
function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host'
}
