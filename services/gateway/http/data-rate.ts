import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody } from './body.ts'
import { findState } from './request-state.ts'

const MIN_UPLOAD_BYTES_PER_S = 32 * 1_024
const DOWNLOAD_BYTES = 768 * 1_024

/** Limits below which a client counts as too slow. Progress of a download is counted in whole writes, so no write should exceed 768 KiB. */
export interface DataRateLimits {
  /** Time for any request body; a longer one must arrive at MIN_UPLOAD_BYTES_PER_S. */
  uploadGraceMs: number
  /** Time in which a client must read DOWNLOAD_BYTES of a response, or the rest of it. */
  downloadMs: number
  /** Interval of the checks. */
  checkMs: number
}

/**
 * A download must exceed 14 KB a second. The system reports progress in steps of a third of its send buffer, up to 1.5 MB with Linux's
 * 4 MiB: a client that reads 32 KB a second makes one step in 48 s.
 */
export const dataRateLimits: DataRateLimits = { uploadGraceMs: 20_000, downloadMs: 54_000, checkMs: 1_000 }

/** Watches requests from their headers to the end of body and response. */
export interface DataRateWatch {
  follow(request: IncomingMessage, response: ServerResponse): void
  /** Responses of the requests under way. */
  responses(): Iterable<ServerResponse>
  stop(): void
}

/** Progress of one request. Times are in ms, by `performance.now()`. */
interface Progress {
  since: number
  /** Bytes that the connection had received before this request's body. */
  bytesBefore: number
  /** Bytes drained from the connection's buffer at the last sufficient progress, or when none were waiting. */
  drained: number
  drainedAt: number
}

/**
 * Watches the data rates of requests, and cuts off clients that read a response too slowly. Only time in which bytes wait for the
 * client counts, not the time that making the response takes.
 * @param onSlowUpload ends a request whose body comes too slowly
 */
export function watchDataRates(
  { uploadGraceMs, downloadMs, checkMs }: DataRateLimits,
  onSlowUpload: (response: ServerResponse) => void,
): DataRateWatch {
  const underWay = new Map<ServerResponse, Progress>()

  function check(): void {
    const now = performance.now()
    for (const [response, progress] of underWay) {
      const { req: request } = response
      if (isOver(response)) underWay.delete(response)
      else if (!request.complete && isSlowUpload(request, progress, now - uploadGraceMs)) onSlowUpload(response)
      else if (isSlowDownload(response, progress, now, downloadMs)) cutOff(response)
    }
  }
  const checks = setInterval(check, checkMs)

  return {
    follow(request, response) {
      const since = performance.now()
      const bytesBefore = hasBody(request) ? request.socket.bytesRead : 0
      underWay.set(response, { since, bytesBefore, drained: 0, drainedAt: since })
      response.once('close', () => isOver(response) && underWay.delete(response))
    },
    responses: () => underWay.keys(),
    stop: () => clearInterval(checks),
  }
}

function cutOff(response: ServerResponse): void {
  const state = findState(response)
  if (state) state.fault = new Error('the client took the response too slowly')
  // A reset also frees what the kernel has buffered for this client.
  response.req.socket.resetAndDestroy()
}

function isOver({ closed, req: request }: ServerResponse): boolean {
  return request.socket.destroyed || (closed && request.complete)
}

function isSlowUpload({ socket }: IncomingMessage, { since, bytesBefore }: Progress, graceEnd: number): boolean {
  const owedBytes = ((graceEnd - since) / 1_000) * MIN_UPLOAD_BYTES_PER_S
  return owedBytes > 0 && socket.bytesRead - bytesBefore < owedBytes
}

function isSlowDownload(response: ServerResponse, progress: Progress, now: number, limitMs: number): boolean {
  const { socket } = response.req
  const drained = socket.bytesWritten - socket.writableLength
  // A response behind another one of its connection has no socket yet.
  const isWaiting = response.socket !== null && response.writableLength > 0
  if (isWaiting && drained - progress.drained < DOWNLOAD_BYTES) return now - progress.drainedAt >= limitMs
  Object.assign(progress, { drained, drainedAt: now })
  return false
}
