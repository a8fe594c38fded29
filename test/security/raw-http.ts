import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A response as it was received. */
export interface RawResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** What a client has received over a connection. */
export interface Exchange {
  responses: RawResponse[]
  /** Whether the server has closed the connection. */
  isClosed: boolean
  /** Bytes after the last complete response. */
  rest: Buffer
}

/** When an exchange ends, and how the client sends. */
export interface ExchangeOptions {
  /** Method of the request: a response to HEAD has no body. */
  method?: string
  /** Number of responses to wait for; without it, the exchange ends when the server closes the connection. */
  responseCount?: number
  /** Whether the client closes its half of the connection after the request. */
  isHalfClosed?: boolean
  /** Additional time in which unexpected bytes may arrive. */
  lingerMs?: number
  timeoutMs?: number
}

/** Sends bytes over a new connection and reads the responses. */
export async function sendRaw(port: number, bytes: Buffer | string, options: ExchangeOptions = {}): Promise<Exchange> {
  const { method = 'GET', responseCount = Infinity, isHalfClosed = false, lingerMs, timeoutMs = 35_000 } = options
  const socket = openSocket(port)
  try {
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    if (isHalfClosed) socket.end()
    return await readResponses(socket, method, responseCount, timeoutMs, lingerMs)
  } finally {
    socket.destroy()
  }
}

/** Connects to a local server. */
export function openSocket(port: number): Socket {
  // An error also closes the connection, which the caller sees.
  return connect(port, '127.0.0.1')
    .setNoDelay()
    .on('error', () => {})
}

/** Connections that `openStalledReaders` opens at a time, so that the server is not busy with all responses at once. */
const BATCH_SIZE = 20

/** Sends a request over each of this many connections and waits until the responses begin, but does not read them. */
export async function openStalledReaders(port: number, request: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(BATCH_SIZE, count - sockets.length) }, () => openSocket(port).pause())
    for (const it of batch) it.write(request)
    await Promise.all(batch.map((it) => Promise.race([once(it, 'readable'), once(it, 'close')])))
    sockets.push(...batch)
  }
  return sockets
}

/** Reads from a connection until it has received this many responses, is closed, or the time is up. */
export function readResponses(
  socket: Socket,
  method: string,
  count: number,
  timeoutMs: number,
  lingerMs = 0,
): Promise<Exchange> {
  const exchange: Exchange = { responses: [], isClosed: false, rest: Buffer.alloc(0) }
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer)
      socket.off('data', onData).off('close', onClose)
      resolve(exchange)
    }
    const parse = (isEnd: boolean): void => {
      for (;;) {
        const parsed = parseResponse(exchange.rest, method, isEnd)
        if (!parsed) break
        exchange.rest = parsed.rest
        // 100 Continue is an interim response.
        if (parsed.response.status >= 200) exchange.responses.push(parsed.response)
      }
    }
    const onData = (chunk: Buffer): void => {
      exchange.rest = Buffer.concat([exchange.rest, chunk])
      parse(false)
      if (exchange.responses.length < count) return
      if (lingerMs === 0) return finish()
      clearTimeout(timer)
      timer = setTimeout(finish, lingerMs)
    }
    const onClose = (): void => {
      exchange.isClosed = true
      parse(true)
      finish()
    }
    let timer = setTimeout(finish, timeoutMs)
    if (socket.destroyed) onClose()
    else socket.on('data', onData).on('close', onClose)
  })
}

/** Parses the first response in `bytes`. @param isEnd whether the connection is closed, which may end the body */
function parseResponse(bytes: Buffer, method: string, isEnd: boolean) {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? NaN)
  if (Number.isNaN(status)) return undefined
  const headers = Object.fromEntries(
    lines.map((it) => [it.slice(0, it.indexOf(':')).toLowerCase(), it.slice(it.indexOf(':') + 1).trim()]),
  )
  const isBodiless = method === 'HEAD' || status < 200 || status === 204 || status === 304
  const content = bytes.subarray(headEnd + 4)
  const parsed = isBodiless ? { body: Buffer.alloc(0), length: 0 } : parseBody(content, headers, isEnd)
  if (!parsed) return undefined
  return { response: { status, headers, body: parsed.body }, rest: content.subarray(parsed.length) }
}

function parseBody(bytes: Buffer, headers: RawResponse['headers'], isEnd: boolean) {
  if (headers['transfer-encoding'] === 'chunked') return parseChunks(bytes)
  const contentLength = headers['content-length']
  if (contentLength === undefined && !isEnd) return undefined
  const length = Number(contentLength ?? bytes.length)
  return bytes.length < length ? undefined : { body: bytes.subarray(0, length), length }
}

function parseChunks(bytes: Buffer): { body: Buffer; length: number } | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const start = lineEnd + 2
    const end = start + Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (bytes.length < end + 2) return undefined
    if (end === start) return { body: Buffer.concat(chunks), length: end + 2 }
    chunks.push(bytes.subarray(start, end))
    at = end + 2
  }
}
