import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startServer, type TestServer } from './http-server.ts'

/** The reply to one request: a response, half a response before a reset, a reset, or silence with the connection open. */
export type Reply =
  | { status?: number; headers?: Readonly<Record<string, string>>; json?: unknown; text?: string; isCutOff?: true }
  | 'no response'
  | 'silence'

/** A request that the server received. */
export interface ReceivedRequest {
  method: string
  /** Path and query string. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Parsed JSON; undefined without a body. */
  body: unknown
}

/** An HTTP server with scripted replies. */
export interface ScriptedServer extends TestServer {
  /** Requests received so far. */
  requests: readonly ReceivedRequest[]
}

/** Starts a server that sends these replies in order, one per request, and repeats the last one. */
export async function startScriptedServer(...replies: [Reply, ...Reply[]]): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = []
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = replies[Math.min(requests.length, replies.length - 1)]!
    const { method = '', url: path = '', headers } = request
    const body = await text(request)
    requests.push({ method, path, headers, body: body === '' ? undefined : JSON.parse(body) })
    if (reply === 'silence') return
    if (reply === 'no response') return void request.socket.destroy()
    const content = reply.text ?? JSON.stringify(reply.json ?? {})
    const type = reply.text === undefined ? 'application/json' : 'text/html'
    const length = Buffer.byteLength(content)
    response.writeHead(reply.status ?? 200, { 'Content-Type': type, 'Content-Length': length, ...reply.headers })
    if (reply.isCutOff) response.write(content.slice(0, length / 2), () => request.socket.destroy())
    else response.end(content)
  }
  const server = await startServer((request, response) => void handle(request, response))
  return { ...server, requests }
}
