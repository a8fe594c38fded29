import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startServer, type TestServer } from './http-server.ts'

/** The response to one request: a response, one whose body is cut off in the middle, none, or none while the client waits. */
export type Step =
  | { status?: number; headers?: Readonly<Record<string, string>>; json?: unknown; text?: string; isCutOff?: true }
  | 'no response'
  | 'silence'

export interface ReceivedRequest {
  method: string
  /** With the query string. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: unknown
}

export interface ScriptedServer extends TestServer {
  /** Requests received so far. */
  requests: readonly ReceivedRequest[]
}

/** Starts a server that takes these steps, one for each request, and the last one again and again. */
export async function startScriptedServer(...steps: [Step, ...Step[]]): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = []
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const step = steps[Math.min(requests.length, steps.length - 1)]!
    const { method = '', url: path = '', headers } = request
    const body = await text(request)
    requests.push({ method, path, headers, body: body === '' ? undefined : JSON.parse(body) })
    if (step === 'silence') return
    if (step === 'no response') return void request.socket.destroy()
    const content = step.text ?? JSON.stringify(step.json ?? {})
    const type = step.text === undefined ? 'application/json' : 'text/html'
    const length = Buffer.byteLength(content)
    response.writeHead(step.status ?? 200, { 'Content-Type': type, 'Content-Length': length, ...step.headers })
    if (step.isCutOff) response.write(content.slice(0, length / 2), () => request.socket.destroy())
    else response.end(content)
  }
  const server = await startServer((request, response) => void answer(request, response))
  return { ...server, requests }
}
