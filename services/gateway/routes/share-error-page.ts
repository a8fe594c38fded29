import type { ServiceError } from '@maps/shared/errors'
import type { Logger } from '@maps/shared/logger'
import escapeHtml from 'escape-html'
import type { ErrorRequestHandler } from 'express'
import { REVALIDATE_HEADERS } from '../http/etag.ts'
import { reportFault } from '../http/problems.ts'
import { stateOf } from '../http/request-state.ts'
import { respond } from '../http/response.ts'
import { shareFrame } from './share-frame.ts'

/** Shows an error at the address of a public page as a page if the client prefers HTML. Other clients get the problem document. */
export function showShareError(log: Logger): ErrorRequestHandler {
  return async (thrown: unknown, request, response, next) => {
    if (request.path !== '/' || response.headersSent || response.destroyed) return next(thrown)
    response.vary('Accept')
    // A client that accepts anything is a program.
    if (request.accepts(['json', 'html']) !== 'html') return next(thrown)
    const { requestId } = stateOf(response)
    const error = reportFault(thrown, requestId, log)
    const headers = { ...error.headers, ...REVALIDATE_HEADERS, 'Content-Type': 'text/html; charset=utf-8' }
    await respond(response, { status: error.status, headers, body: shareErrorPage(error, requestId) })
  }
}

/** Renders an error as a page. A link that has ended and one that never existed get the same bytes. */
function shareErrorPage({ status, message }: ServiceError, requestId: string): string {
  const title = status === 404 ? 'There is no map here' : 'The map cannot be shown now'
  const reference = status === 404 ? '' : `<p>Request id: ${escapeHtml(requestId)}</p>\n`
  return shareFrame({
    title,
    body: `<main class="message">
<h1>${title}</h1>
<p>${escapeHtml(message)}</p>
${reference}</main>`,
  })
}
