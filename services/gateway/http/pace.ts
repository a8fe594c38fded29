import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody } from './body.ts'

const MIN_UPLOAD_BYTES_PER_S = 32 * 1_024
const DOWNLOAD_BYTES = 768 * 1_024

/** How slow a client may be. Of a response whole writes are counted, so none should be larger than DOWNLOAD_BYTES. */
export interface PaceLimits {
  /** A body has so long in any case, and beyond it as long as it comes at MIN_UPLOAD_BYTES_PER_S. */
  uploadGraceMs: number
  /** For a client to take DOWNLOAD_BYTES of a response, or all that is left. */
  downloadMs: number
  /** How exactly these are kept. */
  checkMs: number
}

/**
 * Less than 14 KB a second is too slow a download. The system tells what a client has taken in steps of a third of its send buffer, up to
 * 1.5 MB with Linux's 4 MiB: a client of 32 KB a second makes one in 48 s.
 */
export const paceLimits: PaceLimits = { uploadGraceMs: 20_000, downloadMs: 54_000, checkMs: 1_000 }

/** Requests that are not over, from their heads to the ends of their bodies and responses. */
export interface Pace {
  follow(request: IncomingMessage, response: ServerResponse): void
  /** The responses of these requests. */
  responses(): Iterable<ServerResponse>
  stop(): void
}

/** Times by `performance.now()`. */
interface Progress {
  since: number
  /** What the connection had brought by then. */
  bytesBefore: number
  /** What the connection had taken when it last took enough, or there was nothing to be taken. */
  taken: number
  takenAt: number
}

/**
 * Cuts off clients that take a response too slowly. Silence is no fault while a response is being made, only while there is
 * something to be taken.
 * @param onSlowUpload ends a request whose body comes too slowly
 */
export function watchPace(
  { uploadGraceMs, downloadMs, checkMs }: PaceLimits,
  onSlowUpload: (response: ServerResponse) => void,
): Pace {
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
      underWay.set(response, { since, bytesBefore, taken: 0, takenAt: since })
      response.once('close', () => isOver(response) && underWay.delete(response))
    },
    responses: () => underWay.keys(),
    stop: () => clearInterval(checks),
  }
}

function cutOff({ exchange, req }: ServerResponse): void {
  if (exchange) exchange.fault = new Error('the client took the response too slowly')
  // What is on its way is given up as well, so that the system keeps none of it.
  req.socket.resetAndDestroy()
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
  const taken = socket.bytesWritten - socket.writableLength
  // A response behind another one of its connection has no socket yet.
  const isWaiting = response.socket !== null && response.writableLength > 0
  if (isWaiting && taken - progress.taken < DOWNLOAD_BYTES) return now - progress.takenAt >= limitMs
  Object.assign(progress, { taken, takenAt: now })
  return false
}
