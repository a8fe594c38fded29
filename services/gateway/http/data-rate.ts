import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody } from './body.ts'
import { findState } from './request-state.ts'

const MIN_UPLOAD_BYTES_PER_S = 32 * 1_024
const DOWNLOAD_BYTES = 768 * 1_024

/** Limits below which a client counts as too slow. A download's progress is counted in whole writes, so none should exceed DOWNLOAD_BYTES. */
export interface DataRateLimits {
  /** Time in which a request body may arrive at any rate; after it, the average rate must be MIN_UPLOAD_BYTES_PER_S. */
  uploadGraceMs: number
  /** Maximum time between two chunks of a request body. */
  uploadStallMs: number
  /** Time in which a client must read DOWNLOAD_BYTES of a response, or the rest of it. */
  downloadMs: number
  /** Interval of the checks. */
  checkMs: number
}

/**
 * The gateway's limits. A download must exceed 14 KB/s. The kernel reports progress in steps of a third of its send buffer, up to 1.5 MB
 * of Linux's 4 MiB: a client that reads 32 KB/s makes one step in 48 s.
 */
export const dataRateLimits: DataRateLimits = {
  uploadGraceMs: 20_000,
  uploadStallMs: 10_000,
  downloadMs: 54_000,
  checkMs: 1_000,
}

/** Watches the data rates of requests, from their headers to the end of body and response. */
export interface DataRateWatch {
  follow(request: IncomingMessage, response: ServerResponse): void
  /** Returns the responses of all open requests. */
  responses(): Iterable<ServerResponse>
  stop(): void
}

/** Progress of one request. Times are in ms, by `performance.now()`. */
interface Progress {
  since: number
  /** Bytes received by the connection before this request's body. */
  bytesBefore: number
  /** Bytes received by the connection at the last chunk of the body. */
  received: number
  receivedAt: number
  /** Bytes drained from the connection's buffer at the last sufficient progress, or when the buffer was last empty. */
  drained: number
  drainedAt: number
}

/**
 * Watches the data rates of requests, and cuts off clients that read a response too slowly. Only the time in which bytes wait for the
 * client counts, not the time to make the response.
 * @param onSlowUpload called for a request whose body arrives too slowly; must end the request
 */
export function watchDataRates(
  { downloadMs, checkMs, ...uploadLimits }: DataRateLimits,
  onSlowUpload: (response: ServerResponse) => void,
): DataRateWatch {
  const progressOf = new Map<ServerResponse, Progress>()

  function check(): void {
    const now = performance.now()
    for (const [response, progress] of progressOf) {
      const { req: request } = response
      if (isFinished(response)) progressOf.delete(response)
      else if (!request.complete && !response.writableEnded && isSlowUpload(request, progress, now, uploadLimits))
        onSlowUpload(response)
      else if (isSlowDownload(response, progress, now, downloadMs)) cutOff(response)
    }
  }
  const checks = setInterval(check, checkMs)

  return {
    follow(request, response) {
      const since = performance.now()
      const bytesBefore = hasBody(request) ? request.socket.bytesRead : 0
      const upload = { bytesBefore, received: bytesBefore, receivedAt: since }
      progressOf.set(response, { since, ...upload, drained: 0, drainedAt: since })
      response.once('close', () => isFinished(response) && progressOf.delete(response))
    },
    responses: () => progressOf.keys(),
    stop: () => clearInterval(checks),
  }
}

function cutOff(response: ServerResponse): void {
  const state = findState(response)
  if (state) state.fault = new Error('the client took the response too slowly')
  // A reset also frees the kernel's send buffer.
  response.req.socket.resetAndDestroy()
}

function isFinished({ closed, req: request }: ServerResponse): boolean {
  return request.socket.destroyed || (closed && request.complete)
}

function isSlowUpload(
  { socket: { bytesRead } }: IncomingMessage,
  progress: Progress,
  now: number,
  { uploadGraceMs, uploadStallMs }: Pick<DataRateLimits, 'uploadGraceMs' | 'uploadStallMs'>,
): boolean {
  if (bytesRead > progress.received) Object.assign(progress, { received: bytesRead, receivedAt: now })
  const requiredBytes = ((now - uploadGraceMs - progress.since) / 1_000) * MIN_UPLOAD_BYTES_PER_S
  return now - progress.receivedAt >= uploadStallMs || bytesRead - progress.bytesBefore < requiredBytes
}

function isSlowDownload(response: ServerResponse, progress: Progress, now: number, limitMs: number): boolean {
  const { socket } = response.req
  const drained = socket.bytesWritten - socket.writableLength
  // A pipelined response has no socket until the response before it has ended.
  const isWaiting = response.socket !== null && response.writableLength > 0
  if (isWaiting && drained - progress.drained < DOWNLOAD_BYTES) return now - progress.drainedAt >= limitMs
  Object.assign(progress, { drained, drainedAt: now })
  return false
}
