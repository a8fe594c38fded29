import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** An answer as it stood on the wire. */
export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** All that came of what was sent over a connection. */
export interface Conversation {
  answers: RawAnswer[]
  /** Whether the server has closed the connection. */
  isClosed: boolean
  /** What was received behind the last whole answer. */
  rest: Buffer
}

export interface Manners {
  /** Method of the request: an answer to HEAD has no body. */
  method?: string
  /** The conversation is over with so many answers; else once the server closes it. */
  answers?: number
  /** Says by closing its half that no more will come. */
  isHalfClosed?: boolean
  /** How long it then goes on, for what should not come. */
  lingerMs?: number
  /** It is over after that time in any case. */
  withinMs?: number
}

const PATIENCE_MS = 35_000

/** Sends bytes over a connection of its own and takes what comes back. */
export async function converse(port: number, bytes: Buffer | string, manners: Manners = {}): Promise<Conversation> {
  const { method = 'GET', answers = Infinity, isHalfClosed = false, lingerMs = 0, withinMs = PATIENCE_MS } = manners
  const socket = open(port)
  try {
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    if (isHalfClosed) socket.end()
    return await listenTo(socket, method, answers, withinMs, lingerMs)
  } finally {
    socket.destroy()
  }
}

/** A connection to one of our own servers. */
export function open(port: number): Socket {
  // What is wrong with a connection is told by its end.
  return connect(port, '127.0.0.1')
    .setNoDelay()
    .on('error', () => {})
}

/** Connections opened at a time by `openUnread`: making the answers is work like any other. */
const AT_A_TIME = 20

/** Sends a request over each of so many connections and reads nothing of the answers, which have begun. */
export async function openUnread(port: number, request: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const next = Array.from({ length: Math.min(AT_A_TIME, count - sockets.length) }, () => open(port).pause())
    for (const it of next) it.write(request)
    await Promise.all(next.map((it) => Promise.race([once(it, 'readable'), once(it, 'close')])))
    sockets.push(...next)
  }
  return sockets
}

/** Takes what comes over a connection until it has brought so many answers, is closed, or time is up. */
export function listenTo(
  socket: Socket,
  method: string,
  count: number,
  withinMs: number,
  lingerMs = 0,
): Promise<Conversation> {
  const pieces: Buffer[] = []
  const conversation: Conversation = { answers: [], isClosed: false, rest: Buffer.alloc(0) }
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(deadline)
      socket.off('data', take).off('close', close)
      resolve(conversation)
    }
    const parse = (isEnd: boolean): void => {
      for (;;) {
        const parsed = parseAnswer(conversation.rest, method, isEnd)
        if (!parsed) break
        conversation.rest = parsed.rest
        // 100 Continue is no answer yet.
        if (parsed.answer.status >= 200) conversation.answers.push(parsed.answer)
      }
    }
    const take = (piece: Buffer): void => {
      pieces.push(piece)
      conversation.rest = pieces.length === 1 ? piece : Buffer.concat(pieces)
      parse(false)
      pieces.splice(0, Infinity, conversation.rest)
      if (conversation.answers.length < count) return
      if (lingerMs === 0) return finish()
      clearTimeout(deadline)
      deadline = setTimeout(finish, lingerMs)
    }
    const close = (): void => {
      conversation.isClosed = true
      parse(true)
      finish()
    }
    let deadline = setTimeout(finish, withinMs)
    if (socket.destroyed) close()
    else socket.on('data', take).on('close', close)
  })
}

/** @param isEnd whether nothing more will come, which is how an answer to an old client ends */
function parseAnswer(bytes: Buffer, method: string, isEnd: boolean): { answer: RawAnswer; rest: Buffer } | undefined {
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
  const taken = isBodiless ? { body: Buffer.alloc(0), length: 0 } : takeBody(content, headers, isEnd)
  if (!taken) return undefined
  return { answer: { status, headers, body: taken.body }, rest: content.subarray(taken.length) }
}

function takeBody(
  bytes: Buffer,
  headers: RawAnswer['headers'],
  isEnd: boolean,
): { body: Buffer; length: number } | undefined {
  if (headers['transfer-encoding'] === 'chunked') return takeChunks(bytes)
  const told = headers['content-length']
  if (told === undefined && !isEnd) return undefined
  const length = Number(told ?? bytes.length)
  return bytes.length < length ? undefined : { body: bytes.subarray(0, length), length }
}

function takeChunks(bytes: Buffer): { body: Buffer; length: number } | undefined {
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
